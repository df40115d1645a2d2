import { describe, expect, it } from "vitest";
import type { ConversationNote } from "#server/conversations/noting/schema.ts";
import type { Message } from "#server/messages/schema.ts";
import type { ScheduledMessage } from "#server/scheduled/schema.ts";
import { type Outgoing, type ThreadContent, type ThreadItem, threadItems } from "./thread-items.ts";

const start = Date.parse("2026-11-21T10:00:00.000Z");
const at = (minutes: number) => new Date(start + minutes * 60_000).toISOString();

function message(seq: number, minutes: number, change: Partial<Message> = {}): Message {
  const fromType = change.fromType ?? "visitor";
  return {
    id: `m${seq}`,
    conversationId: "c",
    seq,
    user: fromType === "visitor" ? "v" : fromType === "robot" ? "r" : "u",
    userName: "Somebody",
    fromType,
    senderType: fromType,
    type: "text/plain",
    text: `text ${seq}`,
    attachments: [],
    responseOptions: [],
    command: null,
    status: "sent",
    failureReason: null,
    clientMessageId: null,
    edited: false,
    createdAt: at(minutes),
    ...change,
  };
}

const command = (seq: number, minutes = seq) =>
  message(seq, minutes, {
    type: "command",
    fromType: "system",
    command: { name: "opened", actorId: "u", targetId: null, data: {} },
  });

const note = (id: string, afterSeq: number, minutes: number): ConversationNote => ({
  id,
  text: id,
  createdAt: at(minutes),
  updatedAt: at(minutes),
  authorId: "u",
  mentions: [],
  clientNoteId: null,
  authorName: "Ana",
  conversationId: "c",
  afterSeq,
});

function rows(content: Partial<ThreadContent>): ThreadItem[] {
  return threadItems({
    messages: [],
    notes: [],
    outgoing: [],
    hasOlder: false,
    readSeq: undefined,
    viewerId: "me",
    timeZone: "UTC",
    ...content,
  });
}

function shape(content: Partial<ThreadContent>): string[] {
  return rows(content).map((item) => {
    if (item.kind === "message" || item.kind === "outgoing") {
      return `${item.key}${item.place.first ? "<" : ""}${item.place.last ? ">" : ""}`;
    }
    return item.kind === "events"
      ? `events ${item.messages.length}`
      : item.kind === "event"
        ? item.message.id
        : item.key;
  });
}

describe("threadItems", () => {
  it("groups one speaker within five minutes, and no longer", () => {
    const messages = [message(1, 0), message(2, 5), message(3, 10.1), message(4, 11, { fromType: "user" })];
    expect(shape({ messages })).toEqual(["day 2026-11-21", "m1<", "m2>", "m3<>", "m4<>"]);
  });

  it("separates days in the reader's time zone", () => {
    const messages = [message(1, 0), message(2, 4)];
    const late = messages.map((one, index) => ({
      ...one,
      createdAt: index ? "2026-11-21T23:02:00.000Z" : "2026-11-21T22:59:00.000Z",
    }));
    expect(shape({ messages: late, timeZone: "Europe/Madrid" })).toEqual([
      "day 2026-11-21",
      "m1<>",
      "day 2026-11-22",
      "m2<>",
    ]);
    expect(shape({ messages: late })).toEqual(["day 2026-11-21", "m1<", "m2>"]);
  });

  it("collapses events only when more than three stand in a row", () => {
    const three = [command(1), command(2), command(3)];
    expect(shape({ messages: three })).toEqual(["day 2026-11-21", "m1", "m2", "m3"]);
    expect(shape({ messages: [...three, command(4), command(5), message(6, 6)] })).toEqual([
      "day 2026-11-21",
      "events 5",
      "m6<>",
    ]);
    expect(shape({ messages: [command(1), message(2, 2), command(3), command(4), command(5)] })).toEqual([
      "day 2026-11-21",
      "m1",
      "m2<>",
      "m3",
      "m4",
      "m5",
    ]);
  });

  it("puts notes after the message they were written under, whatever the clocks say", () => {
    const messages = [message(1, 0), message(2, 1)];
    const notes = [note("late", 2, 0), note("early", 1, 30), note("second", 1, 31)];
    expect(shape({ messages, notes })).toEqual(["day 2026-11-21", "m1<>", "early", "second", "m2<>", "late"]);
  });

  it("holds back notes whose messages are not loaded yet", () => {
    expect(shape({ messages: [message(8, 0)], notes: [note("old", 3, 0), note("here", 7, 0)] })).toEqual([
      "day 2026-11-21",
      "here",
      "m8<>",
    ]);
  });

  it("draws the New line before the first message past what was read, never for one's own", () => {
    const messages = [message(1, 0), message(2, 1, { fromType: "user", user: "me" }), command(3, 2), message(4, 3)];
    expect(shape({ messages, readSeq: 1 })).toEqual(["day 2026-11-21", "m1<>", "m2<>", "m3", "new", "m4<>"]);
    expect(shape({ messages, readSeq: 4 })).not.toContain("new");
    expect(shape({ messages })).not.toContain("new");
  });

  it("draws no New line where the first unread message is not loaded, and begins with it where it is the first", () => {
    const messages = [message(60, 0), message(61, 1), message(62, 2)];
    expect(shape({ messages, hasOlder: true, readSeq: 10 })).not.toContain("new");
    expect(shape({ messages, hasOlder: true, readSeq: 59 })).toEqual(["new", "m60<", "m61", "m62>"]);
    expect(shape({ messages, hasOlder: true, readSeq: 60 })).toEqual(["new", "m61<", "m62>"]);
  });

  it("replaces what is being sent by what was stored, under the same key", () => {
    const outgoing: Outgoing = {
      clientMessageId: "k",
      message: { user: "u", userName: "Ana", type: "text/plain", text: "hi", attachments: [], createdAt: at(1) },
      failed: false,
      reason: "",
    };
    const before = [message(1, 0, { fromType: "user" })];
    expect(shape({ messages: before, outgoing: [outgoing] })).toEqual(["day 2026-11-21", "m1<", "k>"]);
    const stored = [...before, message(2, 1, { fromType: "user", clientMessageId: "k" })];
    expect(shape({ messages: stored, outgoing: [outgoing] })).toEqual(["day 2026-11-21", "m1<", "k>"]);
  });

  it("marks the quick reply that the visitor took", () => {
    const messages = [
      message(1, 0, { fromType: "robot", responseOptions: ["Sales", "Support"] }),
      message(2, 1, { text: " support " }),
      message(3, 2, { fromType: "robot", responseOptions: ["Yes", "No"] }),
      message(4, 3, { text: "perhaps" }),
    ];
    const items = threadItems({
      messages,
      notes: [],
      outgoing: [],
      hasOlder: false,
      readSeq: undefined,
      viewerId: "me",
      timeZone: "UTC",
    });
    expect(items.flatMap((item) => (item.kind === "message" ? [item.chosen] : []))).toEqual([
      "Support",
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("shows nothing that earlier messages could still change", () => {
    const messages = Array.from({ length: 90 }, (_, index) => {
      if (index % 11 > 6) return command(index + 1, index * 20);
      return message(index + 1, index * 2 + (index > 50 ? 900 : 0), { fromType: index % 5 < 2 ? "user" : "visitor" });
    });
    const notes = [note("n", 20, 1), note("o", 45, 1)];
    const whole = rows({ messages, notes, readSeq: 88 });
    for (let from = 1; from < 80; from += 1) {
      const shown = rows({ messages: messages.slice(from), notes, readSeq: 88, hasOlder: true });
      expect(shown.length).toBeGreaterThan(0);
      expect(whole.slice(-shown.length)).toEqual(shown);
    }
  });

  it("shows what is loaded when nothing in it is settled", () => {
    const messages = Array.from({ length: 5 }, (_, index) => message(index + 10, index / 10));
    expect(shape({ messages, hasOlder: true })).toHaveLength(6);
  });

  it("has a key for each item, each only once", () => {
    const messages = Array.from({ length: 60 }, (_, index) =>
      index % 7 < 4 ? command(index + 1, index * 300) : message(index + 1, index * 300),
    );
    const keys = shape({ messages, notes: [note("n", 20, 1)], readSeq: 30 });
    const items = threadItems({
      messages,
      notes: [],
      outgoing: [],
      hasOlder: false,
      readSeq: 30,
      viewerId: "me",
      timeZone: "UTC",
    });
    expect(new Set(items.map((item) => item.key)).size).toBe(items.length);
    expect(keys.length).toBeGreaterThan(20);
  });
});

describe("what has not left yet", () => {
  const waiting = (id: string, change: Partial<ScheduledMessage> = {}): ScheduledMessage => ({
    ...{ id, conversationId: "c", text: id, from: "me", userName: "Me", cancelIf: [], error: "", held: false },
    ...{ message: { type: "text/plain", body: id }, template: null },
    ...{ sendAt: at(99), createdAt: at(3), updatedAt: at(3) },
    ...change,
  });
  const outgoing = (clientMessageId: string): Outgoing => ({
    ...{ clientMessageId, failed: false, reason: "" },
    message: { user: "me", userName: "Me", type: "text/plain", text: "hi", attachments: [], createdAt: at(4) },
  });
  const held = (id: string) =>
    waiting(id, { held: true, message: { type: "text/plain", body: id, clientMessageId: `c-${id}` } });

  it("stands last: what can be undone before what is on its way, and what is for later after both [W8]", () => {
    const content = { messages: [message(1, 1)], outgoing: [outgoing("new")], pending: [waiting("later"), held("a")] };
    expect(rows(content).map(({ key }) => key)).toEqual([expect.any(String), "m1", "c-a", "new", "later"]);
  });

  it("stands once, in one place, while it goes from one state to the next [W8]", () => {
    const sent = message(2, 2, { fromType: "user", clientMessageId: "c-a" });
    const keys = (content: Partial<ThreadContent>) =>
      rows({ ...content, pending: [held("a")] }).filter(({ key }) => key === "c-a").length;
    expect(keys({ outgoing: [outgoing("c-a")] })).toBe(1);
    expect(keys({ messages: [sent] })).toBe(1);
    expect(keys({ messages: [sent], outgoing: [outgoing("c-a")] })).toBe(1);
  });
});
