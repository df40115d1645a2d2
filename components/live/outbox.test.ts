import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Message } from "#server/messages/schema.ts";
import { Outbox, warnOfLoss } from "./outbox.ts";
import { CallError } from "./trpc/call-error.ts";

const stored = new Map<string, string>();
vi.stubGlobal("sessionStorage", {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, text: string) => stored.set(key, text),
  removeItem: (key: string) => stored.delete(key),
});

type Input = { conversationId: string; body?: string | undefined; clientMessageId?: string | undefined };

function messageOf(input: Input, seq: number): Message {
  return {
    id: `m${seq}`,
    conversationId: input.conversationId,
    seq,
    user: "u",
    userName: "U",
    fromType: "user",
    senderType: "user",
    type: "text/plain",
    text: input.body ?? "",
    attachments: [],
    responseOptions: [],
    command: null,
    status: "sent",
    failureReason: null,
    clientMessageId: input.clientMessageId ?? null,
    edited: false,
    createdAt: new Date().toISOString(),
  };
}

/** The server as it keeps its promise: a repeated clientMessageId answers the first message. */
function server(faults: (number: number) => "lost request" | "lost answer" | "refused" | undefined = () => undefined) {
  const kept: Message[] = [];
  let calls = 0;
  const send = async (input: Input): Promise<Message> => {
    calls += 1;
    const fault = faults(calls);
    await sleep(1);
    if (fault === "lost request") throw new TypeError("fetch failed");
    if (fault === "refused") {
      const data = { httpStatus: 409, error: "conversation_closed" };
      throw new CallError("The conversation is closed.", { data });
    }
    const known = kept.find((one) => one.clientMessageId === input.clientMessageId);
    const message = known ?? messageOf(input, kept.length + 1);
    if (!known) kept.push(message);
    if (fault === "lost answer") throw new TypeError("fetch failed");
    return message;
  };
  return { kept, send, calls: () => calls };
}

const settled = (outbox: Outbox, id: string) =>
  vi.waitFor(() => expect(outbox.of(id).filter(({ failed }) => !failed)).toEqual([]), 8000);

beforeEach(() => stored.clear());

describe("the outbox", () => {
  it("sends in the order of writing and shows each message until it is confirmed", async () => {
    const { kept, send } = server();
    const sent: string[] = [];
    const outbox = new Outbox({ userId: "u", send, onSent: (message) => sent.push(message.text) });
    for (const body of ["one", "two", "three"]) outbox.add("c", { body });
    expect(outbox.of("c").map(({ input }) => input.body)).toEqual(["one", "two", "three"]);
    await settled(outbox, "c");
    expect(kept.map(({ text }) => text)).toEqual(["one", "two", "three"]);
    expect(sent).toEqual(["one", "two", "three"]);
  });

  it("sends from a page without https too, where crypto.randomUUID does not exist", async () => {
    const { crypto } = globalThis;
    vi.stubGlobal("crypto", { getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes) });
    const { kept, send } = server();
    const outbox = new Outbox({ userId: "u", send, onSent: () => undefined });
    try {
      for (const body of ["one", "two"]) outbox.add("c", { body });
      await settled(outbox, "c");
    } finally {
      vi.stubGlobal("crypto", crypto);
    }
    expect(kept.map(({ text }) => text)).toEqual(["one", "two"]);
  });

  it("tries again until the server is reached, and still stores each message once", async () => {
    const { kept, send, calls } = server((number) =>
      number === 1 ? "lost request" : number === 2 ? "lost answer" : undefined,
    );
    const outbox = new Outbox({ userId: "u", send, onSent: () => undefined });
    outbox.add("c", { body: "one" });
    outbox.add("c", { body: "two" });
    await settled(outbox, "c");
    expect(kept.map(({ text }) => text)).toEqual(["one", "two"]);
    expect(calls()).toBe(4);
  });

  it("has whoever leaves asked first, while something waits that could not be sent at once", async () => {
    const page = new EventTarget();
    vi.stubGlobal("window", page);
    const leaves = () => page.dispatchEvent(new Event("beforeunload", { cancelable: true }));
    const { send } = server((number) => (number === 2 ? "lost request" : number === 4 ? "refused" : undefined));
    const outbox = new Outbox({ userId: "u", send, onSent: () => undefined });
    const end = warnOfLoss([outbox]);
    outbox.add("c", { body: "one" });
    expect(leaves()).toBe(true);
    await settled(outbox, "c");
    outbox.add("c", { body: "two" });
    await vi.waitFor(() => expect(leaves()).toBe(false));
    await settled(outbox, "c");
    expect(leaves()).toBe(true);
    outbox.add("c", { body: "three" });
    await settled(outbox, "c");
    expect([outbox.of("c").length, leaves()]).toEqual([1, true]);
    end();
  });

  it("sends what is added twice under one id once", async () => {
    const { kept, send, calls } = server();
    const outbox = new Outbox({ userId: "u", send, onSent: () => undefined });
    outbox.add("c", { body: "one" }, "again:1");
    outbox.add("c", { body: "one" }, "again:1");
    expect(outbox.of("c")).toHaveLength(1);
    await settled(outbox, "c");
    expect([kept.length, calls()]).toEqual([1, 1]);
  });

  it("keeps a refused message with its reason, goes on with the next, and retries on demand", async () => {
    const { kept, send } = server((number) => (number === 1 ? "refused" : undefined));
    const outbox = new Outbox({ userId: "u", send, onSent: () => undefined });
    const first = outbox.add("c", { body: "one" });
    outbox.add("c", { body: "two" });
    await settled(outbox, "c");
    expect(kept.map(({ text }) => text)).toEqual(["two"]);
    expect(outbox.of("c")).toMatchObject([
      { failed: true, reason: "The conversation is closed.", code: "conversation_closed" },
    ]);
    outbox.retry(first);
    await settled(outbox, "c");
    expect(kept.map(({ text }) => text)).toEqual(["two", "one"]);
    expect(outbox.of("c")).toEqual([]);
  });

  it("survives a reload and does not send twice what had arrived before it", async () => {
    const { kept, send } = server((number) => (number === 1 ? "lost answer" : undefined));
    const before = new Outbox({ userId: "u", send, onSent: () => undefined });
    before.add("c", { body: "one" });
    await vi.waitFor(() => expect(kept.length).toBe(1));
    const after = new Outbox({ userId: "u", send, onSent: () => undefined });
    expect(after.of("c").map(({ input }) => input.body)).toEqual(["one"]);
    after.start();
    await settled(after, "c");
    expect(kept.map(({ text }) => text)).toEqual(["one"]);
    const another = new Outbox({ userId: "somebody else", send, onSent: () => undefined });
    expect(another.of("c")).toEqual([]);
  });

  it("keeps notes apart from messages", async () => {
    const send = () => new Promise<never>(() => undefined);
    const parts = { userId: "u", kind: "notes", send, onSent: () => undefined } as const;
    new Outbox<never, { message: string }>(parts).add("c", { message: "Between us" });
    expect(new Outbox({ userId: "u", send, onSent: () => undefined }).of("c")).toEqual([]);
    const after = new Outbox<never, { message: string }>(parts);
    expect(after.of("c").map(({ input }) => input.message)).toEqual(["Between us"]);
  });

  it("puts back what was discarded by mistake, refused as it was, and sends it on demand only", async () => {
    const { kept, send } = server((number) => (number < 3 ? "refused" : undefined));
    const outbox = new Outbox({ userId: "u", send, onSent: () => undefined });
    const first = outbox.add("c", { body: "one" });
    await sleep(2);
    outbox.add("c", { body: "two" });
    await settled(outbox, "c");
    const before = outbox.of("c");
    const gone = outbox.discard(first);
    expect(outbox.of("c").map(({ input }) => input.body)).toEqual(["two"]);
    if (gone) outbox.putBack(gone);
    expect(outbox.of("c")).toEqual(before);
    outbox.retry(first);
    await settled(outbox, "c");
    expect(kept.map(({ text }) => text)).toEqual(["one"]);
  });

  it("forgets what is discarded, and is not harmed by a damaged memory", async () => {
    stored.set("parley:outbox:u", "{not json");
    const { kept, send } = server(() => "refused");
    const outbox = new Outbox({ userId: "u", send, onSent: () => undefined });
    const id = outbox.add("c", { body: "one" });
    await settled(outbox, "c");
    outbox.discard(id);
    expect(outbox.of("c")).toEqual([]);
    expect(kept).toEqual([]);
    expect(stored.size).toBe(0);
  });
});
