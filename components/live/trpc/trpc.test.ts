import { readdirSync, readFileSync } from "node:fs";
import { QueryClient, skipToken } from "@tanstack/react-query";
import { createTRPCClient, httpBatchLink, TRPCClientError } from "@trpc/client";
import { createTRPCOptionsProxy } from "@trpc/tanstack-react-query";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { AppRouter } from "#server/trpc/router.ts";
import { failureOf } from "../api.ts";
import { batched } from "./batch.ts";
import { CallError } from "./call-error.ts";
import { type Api, clientOf } from "./client.ts";
import type { Options } from "./keys.ts";
import { optionsOf } from "./options.ts";

/* tRPC's own client is the measure: same requests, same answers, same keys. */

type Request = { url: string; method: string | undefined; headers: Record<string, string>; body: unknown };

let requests: Request[] = [];
let answer: (paths: string[]) => Response | Promise<Response>;

const headers = { "x-parley-person": "ana" };
const caller = batched({ url: "/api/trpc", headers, longestUrl: 600, mostCalls: 4 });
const ours = clientOf(caller);
const theirs = createTRPCClient<AppRouter>({
  links: [httpBatchLink({ url: "/api/trpc", headers, maxURLLength: 600, maxItems: 4 })],
});

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const named = (paths: string[]) => json(paths.map((path) => ({ result: { data: path } })));

beforeEach(() => {
  requests = [];
  answer = named;
  vi.stubGlobal("fetch", async (url: string, { method, headers, body, signal }: RequestInit) => {
    requests.push({ url, method, headers: { ...(headers as Record<string, string>) }, body });
    if (signal?.aborted) throw signal.reason;
    return answer(new URL(url, "http://localhost").pathname.split("/").at(-1)?.split(",") ?? []);
  });
});
afterEach(() => vi.unstubAllGlobals());

/** The requests that the deeds of one client make, in the order of their addresses. */
async function made(deeds: (api: Api) => Promise<unknown>[], api: Api) {
  requests = [];
  const results = await Promise.allSettled(deeds(api));
  const told = results.map((result) => {
    if (result.status === "fulfilled") return result.value;
    return { message: result.reason.message, data: result.reason.data };
  });
  const sent = requests.map((one) => ({ ...one, body: one.body ?? null }));
  return { told, sent: sent.sort((first, second) => first.url.localeCompare(second.url)) };
}

async function alike(deeds: (api: Api) => Promise<unknown>[]) {
  const [own, library] = [await made(deeds, ours), await made(deeds, theirs)];
  expect(own).toEqual(library);
  return own;
}

const tag = { name: "vip", color: "#3b82f6" };

describe("calls of the screens [found U15]", () => {
  it("share a request when they are made in the same moment, questions apart from deeds", async () => {
    const { sent, told } = await alike((api) => [
      api.tags.list.query({}),
      api.tags.create.mutate(tag),
      api.realtime.position.query({}),
      api.tags.delete.mutate({ tagId: "ü/1" }),
    ]);
    expect(sent).toHaveLength(2);
    expect(told).toEqual(["tags.list", "tags.create", "realtime.position", "tags.delete"]);
  });

  it("go in several requests where one would be too long or hold too many", async () => {
    const long = await alike((api) =>
      ["a", "b", "c"].map((text) => api.messages.search.query({ q: text.repeat(250) })),
    );
    expect(long.sent).toHaveLength(3);
    const many = await alike((api) => Array.from({ length: 9 }, () => api.tags.list.query({})));
    expect(many.sent).toHaveLength(3);
  });

  it("tell refusals apart, and each its own", async () => {
    const error = { message: "No such tag.", code: -32_004, data: { error: "not_found", httpStatus: 404 } };
    answer = () => json([{ error }, { result: { data: 1 } }], 207);
    const { told } = await alike((api) => [api.tags.list.query({}), api.realtime.position.query({})]);
    expect(told).toEqual([{ message: "No such tag.", data: error.data }, 1]);
    answer = () => json({ error }, 401);
    await alike((api) => [api.tags.list.query({}), api.realtime.position.query({})]);
  });

  it("have no data where no readable answer came back", async () => {
    const faults = [
      () => Promise.reject(new TypeError("fetch failed")),
      () => new Response("<h1>Bad gateway</h1>", { status: 502 }),
      () => json({ error: "unavailable" }, 503),
      () => json([{ result: { data: 1 } }]),
    ];
    for (const fault of faults) {
      answer = fault;
      for (const api of [ours, theirs]) {
        const calls = [api.tags.list.query({}), api.realtime.position.query({})];
        const [, second] = await Promise.allSettled(calls);
        expect(second).toMatchObject({ status: "rejected", reason: { data: undefined } });
        const reason: unknown = second?.status === "rejected" ? second.reason : undefined;
        expect(reason instanceof CallError || reason instanceof TRPCClientError).toBe(true);
      }
    }
  });

  it("are refused where a proxy will not let them through, and not repeated", async () => {
    for (const [status, error] of [
      [403, "refused_on_the_way"],
      [413, "payload_too_large"],
    ]) {
      answer = () => new Response("<h1>No</h1>", { status: Number(status) });
      const [told] = await Promise.allSettled([ours.tags.create.mutate(tag)]);
      const reason: unknown = told?.status === "rejected" ? told.reason : undefined;
      expect(failureOf(reason)).toMatchObject({
        code: error,
        passing: false,
        message: expect.stringMatching(/refused/),
      });
    }
  });

  it("are given up when all who asked have left", async () => {
    const [first, second] = [new AbortController(), new AbortController()];
    let given: AbortSignal | null | undefined;
    vi.stubGlobal("fetch", (_: string, { signal }: RequestInit) => {
      given = signal;
      return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
    });
    const calls = Promise.allSettled([
      ours.tags.list.query({}, { signal: first.signal }),
      ours.realtime.position.query({}, { signal: second.signal }),
    ]);
    await vi.waitFor(() => expect(given).toBeDefined());
    first.abort();
    expect(given?.aborted).toBe(false);
    second.abort();
    for (const { status } of await calls) expect(status).toBe("rejected");
  });

  it("are given up where no answer comes, as on a line that has died half-way", async () => {
    vi.useFakeTimers();
    vi.stubGlobal(
      "fetch",
      (_: string, { signal }: RequestInit) =>
        new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(signal.reason))),
    );
    const [asked, done] = [vi.fn(), vi.fn()];
    ours.tags.list.query({}).catch(asked);
    ours.tags.create.mutate(tag).catch(done);
    await vi.advanceTimersByTimeAsync(59_000);
    expect(asked).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2_000);
    for (const told of [asked, done]) expect(failureOf(told.mock.calls[0]?.[0])).toMatchObject({ passing: true });
    vi.useRealTimers();
  });

  it("are the same object each time, for effects to depend on", () => {
    expect(ours.tags.list).toBe(ours.tags.list);
    expect(ours.tags).not.toBe(ours.users);
  });
});

describe("options for TanStack Query [found U15]", () => {
  const queryClient = new QueryClient();
  const own = optionsOf(caller);
  const library = createTRPCOptionsProxy<AppRouter>({ client: theirs, queryClient });

  it("have the library's keys", () => {
    const pages = { getNextPageParam: () => undefined };
    const keys = ({ tags, conversations, messages }: Options) => [
      tags.pathKey(),
      tags.list.queryKey(),
      tags.list.queryKey({}),
      tags.list.queryOptions({}).queryKey,
      tags.list.queryOptions(skipToken).queryKey,
      conversations.inbox.infiniteQueryKey({ view: "all" }),
      conversations.inbox.infiniteQueryOptions({ view: "all", limit: 20, cursor: "c1" }, pages).queryKey,
      messages.list.infiniteQueryOptions({ conversationId: "1" }, pages).queryKey,
      tags.create.mutationOptions().mutationKey,
      tags.create.mutationKey(),
    ];
    expect(keys(own)).toEqual(keys(library));
  });

  it("are of every kind that a screen asks for", () => {
    const root = new URL("../../", import.meta.url);
    const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) =>
      /(?<!\.test)\.tsx?$/.test(name),
    );
    const asked = files.flatMap((name) =>
      [...readFileSync(new URL(name, root), "utf8").matchAll(/\btrpc\.[\w.]+\.(\w+(?:Key|Options|Filter))\(/g)].map(
        ([, end = ""]) => end,
      ),
    );
    expect(new Set(asked)).toContain("queryOptions");
    const ends = own.tags.list as unknown as Record<string, (input: object) => unknown>;
    for (const end of new Set(asked)) expect(() => ends[end]?.({}), end).not.toThrow();
  });

  it("ask what the library asks, page by page", async () => {
    const asked = async ({ tags, conversations }: Options) => {
      requests = [];
      const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
      await client.fetchQuery(tags.list.queryOptions({}));
      answer = () => json([{ result: { data: { data: [], nextCursor: "c2" } } }]);
      const list = conversations.inbox.infiniteQueryOptions({ view: "all" }, { getNextPageParam: () => "c2" });
      await client.fetchInfiniteQuery({ ...list, pages: 2 });
      const create = tags.create.mutationOptions();
      answer = named;
      await client
        .getMutationCache()
        .build(client, { ...create, meta: {} } as object)
        .execute(tag);
      return requests;
    };
    const [first, second] = [await asked(own), await asked(library)];
    expect(first).toEqual(second);
    expect(first).toHaveLength(4);
  });

  it("let go of a question whose screen was left, where they are told to", async () => {
    let signal: AbortSignal | null | undefined;
    vi.stubGlobal("fetch", (_: string, request: RequestInit) => {
      signal = request.signal;
      return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal?.reason)));
    });
    const client = new QueryClient();
    const options = own.tags.list.queryOptions({}, { trpc: { abortOnUnmount: true } });
    const asked = client.fetchQuery(options).catch(() => "left");
    await vi.waitFor(() => expect(signal).toBeDefined());
    await client.cancelQueries({ queryKey: options.queryKey });
    expect(signal?.aborted).toBe(true);
    expect(await asked).toBe("left");
  });
});
