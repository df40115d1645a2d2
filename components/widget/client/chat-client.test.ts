import { openAsBlob } from "node:fs";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Hono } from "hono";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { CreatedCompany } from "#server/companies/creating.ts";
import { systemActor } from "#server/core/actor.ts";
import { errorBody } from "#server/kit/rest/answer.ts";
import { sendMessage } from "#server/messages/sending.ts";
import { openPools } from "#server/testing/pools.ts";
import { freshAddress, plainCompany } from "#server/testing/visitor.ts";
import { visitorApp } from "#server/visitors/http.ts";
import { ChatClient } from "./chat-client.ts";
import { mostFileBytes } from "./delivery.ts";
import { keep, recall, recallOutgoing, tokenKey } from "./kept.ts";
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

beforeAll(async () => {
  acme = await plainCompany();
});

beforeEach(() => keep(tokenKey(acme.channelId), null));

type Line = {
  up: boolean;
  calls: string[];
  fail: (path: string) => Response | undefined;
  uploads?: (signal: AbortSignal | null | undefined) => Promise<Response>;
};

/** As a browser has a file whose bytes are gone. */
async function vanished(): Promise<File> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), "chat-"));
  const file = path.join(folder, "photo.jpg");
  await fs.writeFile(file, "bytes");
  const blob = await openAsBlob(file);
  await fs.rm(folder, { recursive: true });
  return Object.assign(blob, { name: "photo.jpg", lastModified: 0, webkitRelativePath: "" });
}

/** A browser before the real server, on a line that can be cut; and the socket's end in the test's hand. */
function browser(pause?: (ms: number) => Promise<void>) {
  const line: Line = { up: true, calls: [], fail: () => undefined };
  const env = { incoming: { socket: { remoteAddress: freshAddress() } } };
  const fetcher = async (path: RequestInfo | URL, init?: RequestInit) => {
    line.calls.push(`${init?.method ?? "GET"} ${String(path)}`);
    if (!line.up) throw new TypeError("no connection");
    if (line.uploads && String(path).includes("/uploads?")) return line.uploads(init?.signal);
    return line.fail(String(path)) ?? app.request(String(path), init, env);
  };
  let listener: LiveListener | undefined;
  const open: OpenSocket = (_, given) => {
    listener = given;
    return { typing: () => undefined, close: () => undefined, wake: () => undefined };
  };
  const client = new ChatClient(acme.channelId, {
    api: new VisitorApi(acme.channelId, fetcher),
    open,
    ...(pause ? { pause } : {}),
  });
  running.push(client);
  return { client, line, socket: () => listener };
}

const running: ChatClient[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const client of running.splice(0)) client.stop();
});

const texts = (client: ChatClient) => client.state.thread.messages.map(({ text }) => text);
const idOf = (client: ChatClient) => client.state.conversation?.id ?? "";
const settled = (client: ChatClient) => vi.waitFor(() => expect(client.state.thread.outgoing).toEqual([]), 8000);

async function teamSays(conversationId: string, body: string): Promise<void> {
  await sendMessage.execute(systemActor(acme.companyId), { conversationId, from: acme.userId, fromType: "user", body });
}

describe("the chat of a visitor", () => {
  it("begins with the first message and keeps the order of what is written fast", async () => {
    const { client } = browser();
    await client.start();
    for (const text of ["one", "two", "three"]) client.send(text);
    await settled(client);
    expect(texts(client)).toEqual(["Hi, welcome. How can we help you?", "one", "two", "three"]);
    expect(client.state.thread.messages.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
  });

  it("is there again after a reload", async () => {
    const first = browser();
    await first.client.start();
    first.client.send("remember me");
    await settled(first.client);
    const second = browser();
    await second.client.start();
    expect(texts(second.client)).toEqual(texts(first.client));
    expect(idOf(second.client)).toBe(idOf(first.client));
  });

  it("finds what was being written after a reload, until it was sent", async () => {
    const { client } = browser();
    await client.start();
    client.thread.draft("before there is a conv");
    const next = browser();
    await next.client.start();
    expect(next.client.thread.recallDraft()).toBe("before there is a conv");
    next.client.send("hello");
    next.client.thread.draft("");
    await settled(next.client);
    expect(next.client.thread.recallDraft()).toBe("");
    next.client.thread.draft("and then");
    const last = browser();
    await last.client.start();
    expect(last.client.thread.recallDraft()).toBe("and then");
  });

  it("fetches what it missed while the socket was away, and nothing twice", async () => {
    const { client, socket } = browser();
    await client.start();
    client.send("hello");
    await settled(client);
    for (const text of ["a", "b", "c"]) await teamSays(idOf(client), text);
    // Only the last of the three arrives by socket, and it arrives twice.
    const page = await new VisitorApi(acme.channelId, async (path, init) => app.request(String(path), init));
    page.token = recall(tokenKey(acme.channelId)) ?? "";
    const { messages } = await page.messages(idOf(client), { after: 0 });
    const last = messages.at(-1);
    if (last) for (const _ of [1, 2]) socket()?.message(last);
    await vi.waitFor(() => expect(texts(client).slice(2)).toEqual(["a", "b", "c"]));
    expect(client.state.unread).toBe(4);
  });

  it("learns, when it is looked at again after a while, that the hours have begun", async () => {
    const { client, line } = browser();
    await client.start();
    const { config } = client.state;
    const opening = config?.opening;
    const businessHours = { open: true, timeZone: "UTC", initialMessage: "" };
    const answers = [new Response("", { status: 503 }), Response.json({ ...config, businessHours, opening: null })];
    line.fail = (path) => (path.endsWith("/config") ? answers.shift() : undefined);
    client.setVisible(true);
    vi.spyOn(Date, "now").mockReturnValue(Date.now() + 10 * 60_000);
    client.setVisible(true);
    await vi.waitFor(() => {
      client.setVisible(true);
      expect(client.state.config).toMatchObject({ businessHours, opening });
    });
    client.setVisible(true);
    expect(line.calls.filter((path) => path.endsWith("/config"))).toHaveLength(3);
    vi.restoreAllMocks();
  });

  it("asks for the gap when the connection returns", async () => {
    const { client, socket } = browser();
    await client.start();
    client.send("hello");
    await settled(client);
    socket()?.connected(false);
    await teamSays(idOf(client), "are you there?");
    socket()?.connected(true);
    await vi.waitFor(() => expect(texts(client).at(-1)).toBe("are you there?"));
  });

  it("asks every few seconds where no socket gets through [found A11]", { timeout: 60_000 }, async () => {
    const { client, socket } = browser();
    await client.start();
    client.send("hello");
    await settled(client);
    socket()?.connected(false);
    await teamSays(idOf(client), "no socket needed");
    await vi.waitFor(() => expect(texts(client).at(-1)).toBe("no socket needed"), 30_000);
    expect(client.state).toMatchObject({ connected: false, polled: true });
    socket()?.connected(true);
    expect(client.state).toMatchObject({ connected: true, polled: false });
  });

  it("sends what could not be sent as soon as the line is back, once", async () => {
    const { client, line, socket } = browser();
    await client.start();
    client.send("hello");
    await settled(client);
    line.up = false;
    client.send("lost?");
    await vi.waitFor(() => expect(line.calls.length).toBeGreaterThan(4));
    expect(client.state.thread.outgoing).toMatchObject([{ text: "lost?", state: "sending" }]);
    line.up = true;
    socket()?.connected(true);
    await settled(client);
    expect(texts(client).filter((text) => text === "lost?")).toHaveLength(1);
  });

  it("takes a message once whose answer was lost on the way", async () => {
    const { client, line } = browser();
    await client.start();
    client.send("hello");
    await settled(client);
    let lose = true;
    const forward = line.fail;
    line.fail = (path) => {
      if (!lose || !path.endsWith("/messages")) return forward(path);
      lose = false;
      return new Response("{}", { status: 502 });
    };
    client.send("twice?");
    await settled(client);
    const { messages } = client.state.thread;
    expect(messages.filter(({ text }) => text === "twice?")).toHaveLength(1);
  });

  it("waits as long as the server asks when too much was written at once, and then sends it [found K5]", async () => {
    const waits: number[] = [];
    const { client, line } = browser(async (ms) => {
      waits.push(ms);
      line.fail = () => undefined;
    });
    await client.start();
    client.send("hello");
    await settled(client);
    line.fail = (path) =>
      path.endsWith("/messages") ? new Response("{}", { status: 429, headers: { "retry-after": "60" } }) : undefined;
    const held: unknown[] = [];
    const until: number[] = [];
    client.store.subscribe(() => held.push(client.state.held) && until.push(client.state.heldUntil));
    const before = Date.now();
    client.send("too fast");
    await settled(client);
    expect(waits).toEqual([60_000]);
    expect(held).toContain("rate_limited");
    // What the visitor reads is how long that takes.
    expect(Math.max(...until)).toBeGreaterThanOrEqual(before + 60_000);
    expect(client.state.heldUntil).toBe(0);
    expect(client.state.held).toBeNull();
    expect(texts(client)).toContain("too fast");
  });

  it("tells at once that there were too many files, and the words behind go on meanwhile [found K5]", async () => {
    const waits: number[] = [];
    const { client, line } = browser(async (ms) => void waits.push(ms));
    await client.start();
    client.send("hello");
    await settled(client);
    line.fail = (path) =>
      path.includes("/uploads?") ? new Response("{}", { status: 429, headers: { "retry-after": "3600" } }) : undefined;
    client.sendFile(new File(["x"], "x.txt"));
    client.send("what do you think?");
    await vi.waitFor(() => expect(texts(client)).toContain("what do you think?"));
    const { outgoing } = client.state.thread;
    expect([waits, client.state.held]).toEqual([[], null]);
    expect(outgoing).toMatchObject([{ state: "failed", reason: "too_many_files" }]);
    line.fail = () => undefined;
    const asked = line.calls.length;
    client.retry(outgoing[0]?.clientMessageId ?? "");
    await vi.waitFor(() => expect(line.calls.slice(asked).some((path) => path.includes("uploads"))).toBe(true));
  });

  it("says of a file that cannot be read any more that it cannot, and the words behind go on", async () => {
    const { client } = browser();
    await client.start();
    client.send("hello");
    await settled(client);
    client.sendFile(await vanished());
    client.send("did you get it?");
    await vi.waitFor(() => expect(texts(client)).toContain("did you get it?"), 8000);
    expect(client.state.thread.outgoing).toMatchObject([{ state: "failed", reason: "unreadable" }]);
  });

  it("does not lose words because what they answer is gone", async () => {
    const { client } = browser();
    await client.start();
    client.send("hello");
    await settled(client);
    client.send("about that", "019aa000-0000-7000-8000-000000000000");
    await settled(client);
    expect(client.state.thread.messages.at(-1)).toMatchObject({ text: "about that", quotedId: null });
  });

  it("lets the visitor discard a file on its way, and what waits behind goes on", async () => {
    const { client, line } = browser();
    await client.start();
    client.send("hello");
    await settled(client);
    const ended = new Promise<void>((resolve) => {
      line.uploads = (signal) =>
        new Promise((_, reject) => {
          signal?.addEventListener("abort", () => {
            reject(signal.reason);
            resolve();
          });
        });
    });
    client.sendFile(new File(["x"], "film.mp4"));
    client.send("never mind");
    const film = client.state.thread.outgoing[0]?.clientMessageId ?? "";
    await vi.waitFor(() => expect(line.calls.some((path) => path.includes("uploads"))).toBe(true));
    client.discard(film);
    await ended;
    await settled(client);
    expect(client.state).toMatchObject({ held: null });
    expect(client.state.thread.messages.filter(({ from }) => from === "visitor").map(({ text }) => text)).toEqual([
      "hello",
      "never mind",
    ]);
  });

  it("sends an upload once that is slower than the server waits, and says so", async () => {
    const { client, line } = browser();
    await client.start();
    client.send("hello");
    await settled(client);
    vi.useFakeTimers({ toFake: ["Date"] });
    line.uploads = async () => {
      vi.setSystemTime(Date.now() + 61_000);
      throw new TypeError("connection reset");
    };
    client.sendFile(new File(["x"], "film.mp4"));
    await vi.waitFor(() => expect(client.state.thread.outgoing).toMatchObject([{ reason: "too_slow" }]));
    expect(line.calls.filter((path) => path.includes("uploads"))).toHaveLength(1);
  });

  it("drops a message that waits for a connection when the visitor discards it", async () => {
    const { client, line } = browser();
    await client.start();
    client.send("hello");
    await settled(client);
    line.up = false;
    client.send("no");
    client.send("yes");
    await vi.waitFor(() => expect(client.state.held).toBe("offline"));
    client.discard(client.state.thread.outgoing[0]?.clientMessageId ?? "");
    line.up = true;
    await settled(client);
    expect(texts(client).slice(-2)).toEqual(["hello", "yes"]);
  });

  it("sends a file, answers a message and reacts to one, and tells a file that is too large before it leaves", async () => {
    const { client, line } = browser();
    await client.start();
    client.send("hello");
    await settled(client);
    const [greeting] = client.state.thread.messages;
    client.sendFile(new File(["Monday to Friday"], "hours.txt"), { quotedId: greeting?.id ?? null });
    await settled(client);
    const sent = client.state.thread.messages.find(({ file }) => file);
    expect(sent).toMatchObject({ type: "file", file: { name: "hours.txt" }, quotedId: greeting?.id });
    if (sent) await client.react(sent, "👍");
    expect(client.state.thread.messages.find(({ file }) => file)).toMatchObject({ reacted: "👍", reactions: ["👍"] });
    const asked = line.calls.length;
    client.sendFile(new File([new Uint8Array(mostFileBytes + 1)], "film.mp4"));
    client.sendFile(new File([], "nothing.txt"));
    expect(client.state.thread.outgoing.map(({ reason }) => reason)).toEqual(["too_large", "empty"]);
    expect(line.calls).toHaveLength(asked);
  });

  it("says why a message was refused for good, sends the next one, and the refused one when asked", async () => {
    const { client, line } = browser();
    await client.start();
    client.send("hello");
    await settled(client);
    let refuse = true;
    line.fail = (path) => {
      if (!refuse || !path.endsWith("/messages")) return undefined;
      refuse = false;
      return new Response("{}", { status: 400 });
    };
    client.send("not so");
    client.send("but so");
    await vi.waitFor(() => expect(texts(client)).toContain("but so"));
    expect(client.state.thread.outgoing).toMatchObject([{ text: "not so", state: "failed", reason: "refused" }]);
    client.retry(client.state.thread.outgoing[0]?.clientMessageId ?? "");
    await settled(client);
    expect(texts(client)).toContain("not so");
  });

  it("brings everything, once and in order, through a minute of faults, and calls nothing failed [found K5]", async () => {
    let clock = 0;
    const { client, line } = browser(async (ms) => {
      clock += ms;
      // Written while the server is away.
      if (written >= 12) return;
      written += 1;
      client.send(`number ${written}`);
    });
    let written = 0;
    let answers = 0;
    line.fail = (path) => {
      if (clock >= 60_000) return undefined;
      answers += 1;
      // Taken, but the answer is lost on the way.
      if (answers % 3 === 0 && path.endsWith("/messages")) return undefined;
      return new Response("{}", { status: 503, headers: answers % 2 === 0 ? { "retry-after": "3" } : {} });
    };
    const states = new Set<string>();
    client.store.subscribe(() => {
      for (const { state } of client.state.thread.outgoing) states.add(state);
    });
    const starting = client.start();
    await starting;
    await settled(client);
    expect(written).toBeGreaterThan(8);
    expect(clock).toBeGreaterThanOrEqual(60_000);
    expect([...states]).toEqual(["sending"]);
    const mine = client.state.thread.messages.filter(({ from }) => from === "visitor").map(({ text }) => text);
    expect(mine).toEqual(Array.from({ length: written }, (_, index) => `number ${index + 1}`));
  });

  it("keeps what waits through a reload of the page, and sends it in its order [found K5]", async () => {
    const first = browser(() => new Promise(() => undefined));
    await first.client.start();
    first.client.send("hello");
    await settled(first.client);
    first.line.fail = () => new Response("{}", { status: 503 });
    for (const text of ["one", "two", "three"]) first.client.send(text);
    await vi.waitFor(() => expect(first.client.state.held).toBe("offline"));
    const second = browser();
    await second.client.start();
    await settled(second.client);
    expect(texts(second.client).slice(-4)).toEqual(["hello", "one", "two", "three"]);
  });

  it("says of a file whose page was left before it had arrived that it did not, until that is discarded", async () => {
    const first = browser();
    await first.client.start();
    first.client.send("hello");
    await settled(first.client);
    first.line.uploads = () => new Promise(() => undefined);
    first.client.sendFile(new File(["x"], "film.mp4"));
    first.client.send("did you get it?");
    first.client.leave();
    first.client.stop();
    const second = browser();
    await second.client.start();
    await vi.waitFor(() => expect(texts(second.client)).toContain("did you get it?"), 8000);
    const left = { fileName: "film.mp4", state: "failed", reason: "left" };
    expect(second.client.state.thread.outgoing).toMatchObject([left]);
    expect(second.line.calls.filter((call) => call.includes("/uploads"))).toEqual([]);
    second.client.discard(second.client.state.thread.outgoing[0]?.clientMessageId ?? "");
    const third = browser();
    await third.client.start();
    expect(third.client.state.thread.outgoing).toEqual([]);
  });

  it("says nothing of a file that arrived with the last breath of its page", async () => {
    const first = browser();
    await first.client.start();
    first.client.send("hello");
    await settled(first.client);
    first.client.sendFile(new File(["x"], "film.mp4"));
    first.client.leave();
    await settled(first.client);
    first.client.stop();
    const again = browser();
    await again.client.start();
    expect(again.client.state.thread).toMatchObject({ outgoing: [] });
    expect(recallOutgoing(acme.channelId)).toEqual([]);
  });

  it("does not call a file too large that the server has only no room for now", async () => {
    const { client, line } = browser();
    await client.start();
    const refusal = (body: string) => async () => new Response(body, { status: 413 });
    line.uploads = refusal(JSON.stringify({ message: "Too many images are waiting to be sent here." }));
    client.sendFile(new File(["x"], "film.mp4"));
    await vi.waitFor(() => expect(client.state.thread.outgoing).toMatchObject([{ reason: "too_many_files" }]));
    // A proxy's own page: its limit is not ours.
    line.uploads = refusal("<html>413</html>");
    client.sendFile(new File(["x"], "film.mp4"));
    await vi.waitFor(() => expect(client.state.thread.outgoing[1]).toMatchObject({ reason: "too_large_on_the_way" }));
    line.uploads = refusal(JSON.stringify({ message: "…", details: [{ field: "file", code: "too_many_pixels" }] }));
    client.sendFile(new File(["x"], "roof.jpg"));
    await vi.waitFor(() => expect(client.state.thread.outgoing[2]).toMatchObject({ reason: "too_many_pixels" }));
  });

  it("finds what was said while nothing reached it, however much it was [found K2]", async () => {
    const { client, socket, line } = browser(async () => {
      line.up = true;
    });
    await client.start();
    client.send("hello");
    await settled(client);
    socket()?.connected(false);
    for (let number = 1; number <= 70; number += 1) await teamSays(idOf(client), `reply ${number}`);
    line.up = false;
    socket()?.connected(true);
    const said = Array.from({ length: 70 }, (_, index) => `reply ${index + 1}`);
    const heard = () => texts(client).filter((text) => text.startsWith("reply"));
    await vi.waitFor(() => expect(heard()).toEqual(said), 8000);
  });

  it("begins anew when its session has ended", async () => {
    const { client } = browser();
    await client.start();
    client.send("hello");
    await settled(client);
    const before = idOf(client);
    const thief = new VisitorApi(acme.channelId, async (path, init) => app.request(String(path), init));
    thief.token = recall(tokenKey(acme.channelId)) ?? "";
    await thief.leave();
    client.send("still me");
    await settled(client);
    expect(idOf(client)).not.toBe(before);
    expect(texts(client)).toContain("still me");
  });

  it("forgets the person who signs out", async () => {
    const { client } = browser();
    await client.start();
    client.send("private");
    await settled(client);
    const token = recall(tokenKey(acme.channelId));
    await client.forget();
    expect(texts(client)).toEqual([]);
    expect(client.state.conversation).toBeNull();
    expect(recall(tokenKey(acme.channelId))).not.toBe(token);
  });

  it("does not take another one's session where nothing can be stored", async () => {
    const one = browser();
    const other = browser();
    await Promise.all([one.client.start(), other.client.start()]);
    one.client.send("mine");
    await settled(one.client);
    expect(one.client.state.visitorId).not.toBe(other.client.state.visitorId);
  });

  it("is not available where there is no such channel", async () => {
    const none = "019aa000-0000-7000-8000-000000000000";
    const api = new VisitorApi(none, async (path, init) => app.request(String(path), init));
    const client = new ChatClient(none, { api });
    await client.start();
    expect(client.state.phase).toBe("unavailable");
  });
});
