import { Hono } from "hono";
import { SignJWT } from "jose";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { revealIdentitySecret } from "#server/channels/connection/identity-secret.ts";
import { updateChannel } from "#server/channels/editing.ts";
import type { CreatedCompany } from "#server/companies/creating.ts";
import { systemActor } from "#server/core/actor.ts";
import { errorBody } from "#server/kit/rest/answer.ts";
import { openPools } from "#server/testing/pools.ts";
import { freshAddress, plainCompany } from "#server/testing/visitor.ts";
import { visitorApp } from "#server/visitors/http.ts";
import { ChatClient } from "./chat-client.ts";
import { followHost } from "./following.ts";
import { keep, recall, recallDraft, recallOutgoing, tokenKey } from "./kept.ts";
import type { LiveListener, OpenSocket } from "./live-socket.ts";
import { VisitorApi } from "./visitor-api.ts";

openPools();

let acme: CreatedCompany;
const app = new Hono();
app.route("/widget/v1", visitorApp);
app.onError((error) => {
  const { status, body } = errorBody(error, "test");
  return Response.json(body, { status });
});

const stored = new Map<string, string>();
vi.stubGlobal("localStorage", {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
});
afterAll(() => void vi.unstubAllGlobals());

beforeAll(async () => {
  acme = await plainCompany();
});
beforeEach(() => stored.clear());

const running: ChatClient[] = [];
afterEach(() => {
  for (const client of running.splice(0)) client.stop();
});

const admin = () => systemActor(acme.companyId);
const page = { url: "https://shop.example/", landing: "", referrer: "", title: "", gaClientId: "" };

async function sign(sub: string, expires = "5m"): Promise<string> {
  const { secret } = await revealIdentitySecret.execute(admin(), { channelId: acme.channelId });
  const jwt = new SignJWT({ sub }).setProtectedHeader({ alg: "HS256" }).setAudience(acme.channelId);
  return jwt.setExpirationTime(expires).sign(new TextEncoder().encode(secret));
}

type Call = { path: string; identity: unknown; visitor: unknown };
type Line = { fail: (path: string) => Response | undefined; calls: Call[] };

/** A page of one browser: what it stores, every page of the test shares. */
function openPage(pause?: (ms: number) => Promise<void>) {
  const line: Line = { fail: () => undefined, calls: [] };
  const env = { incoming: { socket: { remoteAddress: freshAddress() } } };
  const fetcher = async (path: RequestInfo | URL, init?: RequestInit) => {
    const { identity, visitor } = typeof init?.body === "string" ? JSON.parse(init.body) : {};
    line.calls.push({ path: `${init?.method ?? "GET"} ${String(path).split("/").at(-1)}`, identity, visitor });
    return line.fail(String(path)) ?? app.request(String(path), init, env);
  };
  let listener: LiveListener | undefined;
  const open: OpenSocket = (_, given) => {
    listener = given;
    return { typing: () => undefined, close: () => undefined, wake: () => undefined };
  };
  const api = new VisitorApi(acme.channelId, fetcher);
  const client = new ChatClient(acme.channelId, { api, open, ...(pause ? { pause } : {}) });
  running.push(client);
  const told: Record<string, unknown>[] = [];
  const host = followHost(client, { tell: (message) => told.push(message), show: () => undefined });
  const init = (given: { open?: boolean; identity?: string; leaving?: boolean } = {}) =>
    host.init({ open: true, page, identity: undefined, leaving: false, ...given });
  return { client, line, told, host, init, socket: () => listener };
}

const ready = (client: ChatClient) => vi.waitFor(() => expect(client.state.phase).toBe("ready"), 8000);
const settled = (client: ChatClient) => vi.waitFor(() => expect(client.state.thread.outgoing).toEqual([]), 8000);
const shown = ({ state: { thread } }: ChatClient) =>
  [...thread.earlier, ...thread.messages, ...thread.outgoing].map(({ text }) => text);
const sessions = ({ calls }: Line) => calls.filter(({ path }) => path === "POST session");
const identified = (told: Record<string, unknown>[]) => told.filter(({ type }) => type === "identified");

async function say(client: ChatClient, text: string): Promise<void> {
  await ready(client);
  client.send(text);
  await settled(client);
}

const seen = (client: ChatClient, visitorId: string) =>
  vi.waitFor(() => expect(client.state).toMatchObject({ phase: "ready", visitorId }), 8000);

describe("signing out", () => {
  it("before the frame was loaded still forgets the person, and makes no session until the chat is opened", async () => {
    const alice = openPage();
    alice.init({ identity: await sign("alice-1") });
    await say(alice.client, "my salary");
    const token = recall(tokenKey(acme.channelId));
    const next = openPage();
    next.init({ open: false, leaving: true });
    expect(next.told).toContainEqual({ type: "forgotten" });
    expect(recall(tokenKey(acme.channelId))).toBeNull();
    await vi.waitFor(() => expect(next.line.calls.map(({ path }) => path)).toEqual(["DELETE session"]));
    next.host.opened(true);
    await ready(next.client);
    expect(next.client.state).toMatchObject({ conversation: null, visitor: { verified: false } });
    expect(shown(next.client)).toEqual([]);
    expect(recall(tokenKey(acme.channelId))).not.toBe(token);
  });

  it("and in again before the frame was ready leaves the new person signed in", async () => {
    const alice = openPage();
    alice.init({ identity: await sign("alice-5") });
    await say(alice.client, "my salary");
    const bob = openPage();
    bob.init({ leaving: true, identity: await sign("bob-5") });
    await seen(bob.client, "bob-5");
    expect(shown(bob.client)).toEqual([]);
    expect(bob.told.map(({ type }) => type)).toEqual(["forgotten", "identified"]);
  });

  it("forgets what the person said of themselves, and remakes the screen", async () => {
    const { client, line, init, host } = openPage();
    init();
    await ready(client);
    const { person } = client.state;
    client.introduce({ email: "alice@example.com" });
    host.forget();
    await ready(client);
    expect(client.state.person).not.toBe(person);
    await say(client, "who am I?");
    expect(line.calls.filter(({ path }) => path === "POST conversations")).toMatchObject([{ visitor: undefined }]);
  });

  it("reaches the other pages of the browser, which forget their identity too", async () => {
    const one = openPage();
    one.init({ identity: await sign("alice-2") });
    await say(one.client, "my salary");
    const other = openPage();
    other.init({ identity: await sign("alice-2") });
    await ready(other.client);
    expect(shown(other.client)).toContain("my salary");
    one.host.opened(false);
    one.host.forget();
    other.client.hearStorage(tokenKey(acme.channelId));
    expect(shown(other.client)).toEqual([]);
    expect(other.told).toContainEqual({ type: "left" });
    await ready(other.client);
    expect(other.client.state).toMatchObject({ conversation: null, visitor: { verified: false } });
  });

  it("keeps back an answer that was on its way", async () => {
    const { client, line, init, host } = openPage();
    init({ identity: await sign("alice-3") });
    await say(client, "my salary");
    let pass = () => undefined as void;
    const gate = new Promise<void>((resolve) => {
      pass = resolve;
    });
    const { api } = client;
    const { messages } = api;
    api.messages = async (...range) => {
      const answer = messages.apply(api, range);
      await gate;
      return answer;
    };
    const earlier = client.loadEarlier();
    host.opened(false);
    host.forget();
    pass();
    await expect(earlier).rejects.toThrow("the visitor has changed");
    expect(shown(client)).toEqual([]);
    expect(line.calls.at(-1)?.path).toBe("DELETE session");
  });
});

describe("another person in the same page", () => {
  it("sees nothing of the one before, on the screen or half written", async () => {
    const { client, init, host } = openPage();
    init({ identity: await sign("alice-4") });
    await say(client, "my salary");
    const { person } = client.state;
    host.identify(await sign("bob-4"));
    // Not only once the server has answered.
    expect(shown(client)).toEqual([]);
    await seen(client, "bob-4");
    expect(client.state).toMatchObject({ conversation: null, hasEarlier: false });
    expect(client.state.person).not.toBe(person);
    expect(shown(client)).toEqual([]);
  });

  it("finds nothing of what the one before was writing, on this page or the next", async () => {
    const alice = openPage();
    alice.init({ identity: await sign("alice-11") });
    await say(alice.client, "my salary");
    alice.client.thread.draft("is too l");
    const bob = openPage();
    bob.init({ identity: await sign("bob-11") });
    await seen(bob.client, "bob-11");
    expect(recallDraft(acme.channelId)).toBeNull();
    bob.client.thread.draft("half a word of Bob");
    bob.host.forget();
    expect(recallDraft(acme.channelId)).toBeNull();
  });

  it("goes on with what they were writing before they signed in", async () => {
    const stranger = openPage();
    stranger.init();
    await ready(stranger.client);
    stranger.client.thread.draft("do you sh");
    const signed = openPage();
    signed.init({ identity: await sign("carol-11") });
    await seen(signed.client, "carol-11");
    expect(signed.client.thread.recallDraft()).toBe("do you sh");
  });

  it("keeps what a stranger wrote who then signs in", async () => {
    const { client, init, host } = openPage();
    init();
    await say(client, "a question");
    const { person } = client.state;
    host.identify(await sign("carol-4"));
    await seen(client, "carol-4");
    expect(shown(client)).toContain("a question");
    expect(client.state.person).toBe(person);
  });

  it("does not send in their name what the one before left unsent", async () => {
    const alice = openPage(() => new Promise(() => undefined));
    alice.init({ identity: await sign("alice-6") });
    await say(alice.client, "hello");
    alice.line.fail = () => new Response("{}", { status: 503 });
    alice.client.send("my salary");
    await vi.waitFor(() => expect(alice.client.state.held).toBe("offline"));
    const bob = openPage();
    bob.init({ identity: await sign("bob-6") });
    await seen(bob.client, "bob-6");
    await say(bob.client, "hi");
    expect(shown(bob.client)).not.toContain("my salary");
    expect(recallOutgoing(acme.channelId)).toEqual([]);
  });

  it("does not send it in the same page either, nor keeps it waiting", async () => {
    const { client, line, init, host } = openPage((ms) => new Promise((resolve) => setTimeout(resolve, ms / 20)));
    init({ identity: await sign("alice-7") });
    await say(client, "hello");
    line.fail = (path) => (path.endsWith("/messages") ? new Response("{}", { status: 503 }) : undefined);
    client.send("my salary");
    await vi.waitFor(() => expect(client.state.held).toBe("offline"));
    line.fail = () => undefined;
    host.identify(await sign("bob-7"));
    await seen(client, "bob-7");
    await say(client, "hi");
    expect(shown(client)).not.toContain("my salary");
  });

  it("takes what a stranger left unsent along when they sign in, and what an older release kept", async () => {
    const stranger = openPage(() => new Promise(() => undefined));
    stranger.init();
    await say(stranger.client, "hello");
    stranger.line.fail = () => new Response("{}", { status: 503 });
    stranger.client.send("unsent");
    await vi.waitFor(() => expect(stranger.client.state.held).toBe("offline"));
    const [kept] = recallOutgoing(acme.channelId);
    const { by: _by, ...old } = { ...kept, clientMessageId: "from-before", text: "older" };
    keep(`parley:${acme.channelId}:outbox`, JSON.stringify([kept, old]));
    const known = openPage();
    known.init({ identity: await sign("carol-6") });
    await seen(known.client, "carol-6");
    await settled(known.client);
    expect(shown(known.client)).toEqual(expect.arrayContaining(["hello", "unsent", "older"]));
  });
});

describe("a signed identity", () => {
  it("is shown once, and its end does not end the chat", async () => {
    const { client, line, init, told, socket } = openPage();
    init({ identity: await sign("alice-8") });
    await ready(client);
    socket()?.connected(true);
    await vi.waitFor(() => expect(sessions(line)).toHaveLength(2));
    expect(sessions(line).map(({ identity }) => typeof identity)).toEqual(["string", "undefined"]);
    expect(identified(told)).toEqual([{ type: "identified", ok: true, error: null }]);
    // A page out of a cache.
    const cached = openPage();
    cached.init({ identity: await sign("alice-8", "-1m") });
    await seen(cached.client, "alice-8");
    expect(identified(cached.told)).toMatchObject([{ ok: false, error: expect.stringContaining("expired") }]);
  });

  it("that has expired does not open what another person said here, and where it is required it ends the chat", async () => {
    const alice = openPage();
    alice.init({ identity: await sign("alice-9") });
    await say(alice.client, "my salary");
    const bob = openPage();
    bob.init({ identity: await sign("bob-9", "-1m") });
    await ready(bob.client);
    expect(bob.client.state).toMatchObject({ conversation: null, visitor: { verified: false } });
    expect(shown(bob.client)).toEqual([]);
    await updateChannel.execute(admin(), { channelId: acme.channelId, settings: { identityRequired: true } });
    try {
      const strict = openPage();
      strict.init({ identity: await sign("bob-9", "-1m") });
      await vi.waitFor(() => expect(strict.client.state.phase).toBe("refused"));
      strict.host.identify(await sign("bob-9"));
      await seen(strict.client, "bob-9");
      expect(identified(strict.told)).toMatchObject([{ ok: false }, { ok: true }]);
    } finally {
      await updateChannel.execute(admin(), { channelId: acme.channelId, settings: { identityRequired: false } });
    }
  });

  it("is shown again when its session has ended", async () => {
    const { client, line, init, told } = openPage();
    init({ identity: await sign("alice-10") });
    await say(client, "hello");
    const elsewhere = new VisitorApi(acme.channelId, async (path, init) => app.request(String(path), init));
    elsewhere.token = recall(tokenKey(acme.channelId)) ?? "";
    await elsewhere.leave();
    await say(client, "still me");
    expect(client.state.visitorId).toBe("alice-10");
    expect(shown(client)).toEqual(expect.arrayContaining(["hello", "still me"]));
    expect(sessions(line).map(({ identity }) => typeof identity)).toEqual(["string", "string"]);
    expect(identified(told)).toHaveLength(1);
  });

  it("that is refused is told as refused, also before the chat was ready", async () => {
    const { client, init, told, host } = openPage();
    init({ identity: "no.signature.here" });
    await ready(client);
    expect(identified(told)).toMatchObject([{ ok: false, error: expect.stringContaining("not valid") }]);
    host.identify(await sign("alice-12"));
    await seen(client, "alice-12");
    host.identify("no.signature.here");
    await vi.waitFor(() => expect(identified(told)).toHaveLength(3));
    expect(identified(told).map(({ ok }) => ok)).toEqual([false, true, false]);
    expect(client.state).toMatchObject({ phase: "ready", visitorId: "alice-12" });
  });

  it("waits in words where the network has had too many sessions", async () => {
    let again = () => undefined as void;
    const { client, line, init } = openPage(
      () =>
        new Promise((resolve) => {
          again = resolve;
        }),
    );
    line.fail = (path) =>
      path.endsWith("/session") ? new Response("{}", { status: 429, headers: { "retry-after": "700" } }) : undefined;
    init();
    await vi.waitFor(() => expect(client.state).toMatchObject({ phase: "waiting", busyMinutes: 12 }));
    line.fail = () => undefined;
    again();
    await ready(client);
    expect(client.state.busyMinutes).toBe(0);
  });
});

it("two pages that begin at once are one visitor", async () => {
  const one = openPage();
  const other = openPage();
  const { api } = other.client;
  const { session } = api;
  api.session = async (...input) => {
    const answer = await session.apply(api, input);
    if (!one.client.state.conversation) await say(one.client, "a question");
    return answer;
  };
  one.init();
  other.init();
  await Promise.all([ready(one.client), ready(other.client)]);
  expect(shown(other.client)).toContain("a question");
  one.client.hearStorage(tokenKey(acme.channelId));
  expect(shown(one.client)).toContain("a question");
});
