import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { VisitorMessage } from "#server/visitors/schema.ts";
import * as threads from "./thread.ts";

function message(seq: number, more: Partial<VisitorMessage> = {}): VisitorMessage {
  return {
    id: `m${seq}`,
    conversationId: "c",
    seq,
    from: "robot",
    name: "Bot",
    avatarUrl: "",
    type: "text/plain",
    text: `text ${seq}`,
    imageUrl: "",
    imageWidth: null,
    imageHeight: null,
    file: null,
    quotedId: null,
    reactions: [],
    reacted: null,
    survey: null,
    options: [],
    status: "sent",
    clientMessageId: null,
    edited: false,
    createdAt: "2026-11-20T10:00:00.000Z",
    ...more,
  };
}

function outgoing(clientMessageId: string): threads.Outgoing {
  const none = { preview: "", fileName: "", voice: false, quotedId: null, reason: null };
  return { ...none, clientMessageId, text: "x", state: "sending", createdAt: "" };
}

const begun = threads.inConversation(threads.emptyThread, "c");

describe("a thread", () => {
  it("holds each message once and in order, however they arrive", () => {
    const arrivals = fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 40 });
    fc.assert(
      fc.property(arrivals, (seqs) => {
        const thread = seqs.reduce((known, seq) => threads.withMessages(known, [message(seq)]), begun);
        expect(thread.messages.map(({ seq }) => seq)).toEqual([...new Set(seqs)].sort((a, b) => a - b));
        const gap = Array.from({ length: 13 }, (_, seq) => seq + 1).find((seq) => !seqs.includes(seq)) ?? 13;
        expect(thread.syncedSeq).toBe(gap - 1);
      }),
    );
  });

  it("drops what was on its way when its message arrives, by whichever way it comes first", () => {
    const waiting = threads.withOutgoing(begun, outgoing("a"));
    const arrived = threads.withMessages(waiting, [message(1, { from: "visitor", clientMessageId: "a" })]);
    expect(arrived.outgoing).toEqual([]);
    expect(threads.withMessages(arrived, arrived.messages)).toMatchObject({ messages: arrived.messages, outgoing: [] });
  });

  it("does not take messages of another conversation", () => {
    expect(threads.withMessages(begun, [message(1, { conversationId: "other" })])).toBe(begun);
  });

  it("keeps what was said when it goes on in a new conversation", () => {
    const old = threads.withMessages(begun, [message(1), message(2)]);
    const next = threads.inConversation(old, "d");
    expect(next).toMatchObject({ conversationId: "d", messages: [], syncedSeq: 0, earlier: [{ seq: 1 }, { seq: 2 }] });
  });

  it("counts the team's messages after what was read", () => {
    const thread = threads.withMessages(begun, [message(1), message(2, { from: "visitor" }), message(3), message(4)]);
    expect(threads.unreadAfter(thread, 1)).toBe(2);
  });

  it("takes an edited message in place of the old one", () => {
    const thread = threads.withMessages(begun, [message(1), message(1, { text: "better", edited: true })]);
    expect(thread.messages).toMatchObject([{ text: "better", edited: true }]);
  });

  it("invites to no other try of a file that would be refused again", () => {
    const invites = (["empty", "too_large", "too_many_pixels", "unreadable", "too_slow", "refused"] as const).filter(
      threads.mayHelp,
    );
    expect(invites).toEqual(["unreadable", "too_slow", "refused"]);
  });
});
