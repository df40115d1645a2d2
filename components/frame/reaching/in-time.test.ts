import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { callAccounts } from "#components/joining/account-calls.ts";
import { readCompanies, switchCompany } from "#components/sessions/companies.ts";
import { signIn, signInAway } from "#components/sessions/sign-in.ts";

/** A line that has died half-way: no answer comes, and no error. Ends only what was given an end. */
const silence = (_path: string, init?: RequestInit) =>
  new Promise<Response>((_, failed) => {
    init?.signal?.addEventListener("abort", () => failed(init.signal?.reason));
  });

/** Half of an answer, and then nothing more. */
const half = (_path: string, init?: RequestInit) => {
  const body = new ReadableStream({
    start(into) {
      into.enqueue(new TextEncoder().encode('{"csrf'));
      init?.signal?.addEventListener("abort", () => into.error(init.signal?.reason));
    },
  });
  return Promise.resolve(new Response(body));
};

let patience: number[];

beforeEach(() => {
  patience = [];
  vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
    patience.push(ms);
    const ending = new AbortController();
    setTimeout(() => ending.abort(new DOMException("too late", "TimeoutError")), 20);
    return ending.signal;
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const calls: Record<string, () => Promise<unknown>> = {
  "signing in": () => signIn("credentials", { email: "ana@acme.example", password: "secret" }),
  "signing in elsewhere": () => signInAway("/inbox"),
  "what waits in other companies": () => readCompanies(),
};

it.each(Object.entries(calls))("%s ends where no answer comes, or half of one, and says so", async (_name, call) => {
  for (const line of [silence, half]) {
    vi.stubGlobal("fetch", line);
    await expect(call()).rejects.toThrow("too late");
  }
  expect(Math.max(...patience)).toBeLessThanOrEqual(60_000);
});

it("going to another company ends where no answer comes", async () => {
  vi.stubGlobal("fetch", silence);
  await expect(switchCompany("c1")).rejects.toThrow("too late");
});

it("an invitation or a forgotten password is told as not reached, to be tried again", async () => {
  for (const line of [silence, half]) {
    vi.stubGlobal("fetch", line);
    expect(await callAccounts("join", { token: "t" })).toEqual({ ok: false, body: undefined });
  }
});
