import type { VisitorMessage } from "#server/visitors/schema.ts";

type Reason =
  | "too_large"
  | "too_large_on_the_way"
  | "empty"
  | "too_many_files"
  | "too_many_pixels"
  | "too_slow"
  | "unreadable"
  | "not_an_image"
  | "left"
  | "refused";

/** What the visitor has written and the server has not answered for yet. */
export type Outgoing = {
  clientMessageId: string;
  text: string;
  /** Local picture of an image that is on its way. */
  preview: string;
  /** What a file that is on its way is called; empty: it is a text. */
  fileName: string;
  voice: boolean;
  /** The message it answers. */
  quotedId: string | null;
  state: "sending" | "failed";
  /** left: its page was left before the file had arrived, and there is nothing any more that could be sent again. */
  reason: Reason | null;
  createdAt: string;
};

const final: ReadonlySet<Reason | null> = new Set([
  "left",
  "empty",
  "too_large",
  "too_large_on_the_way",
  "too_many_pixels",
  "not_an_image",
]);

/** Whether another try may end otherwise: the same file is refused again. */
export const mayHelp = (reason: Outgoing["reason"]): boolean => !final.has(reason);

/** The messages of the conversation as this browser knows them. Pure: every change gives a new one. */
export type Thread = {
  conversationId: string;
  /** Ascending by seq, each once. */
  messages: readonly VisitorMessage[];
  /** Of the conversation before this one: it was closed too long ago to reopen. */
  earlier: readonly VisitorMessage[];
  outgoing: readonly Outgoing[];
  /** All visible messages up to this seq are here. */
  syncedSeq: number;
};

export const emptyThread: Thread = { conversationId: "", messages: [], earlier: [], outgoing: [], syncedSeq: 0 };

function mergedMessages(known: readonly VisitorMessage[], added: readonly VisitorMessage[]): VisitorMessage[] {
  const bySeq = new Map(known.map((message) => [message.seq, message]));
  for (const message of added) bySeq.set(message.seq, message);
  return [...bySeq.values()].sort((a, b) => a.seq - b.seq);
}

/** Messages that arrived by any way, in any order, once or more often; what they answer leaves the outgoing ones. */
export function withMessages(thread: Thread, added: readonly VisitorMessage[]): Thread {
  const own = added.filter((message) => message.conversationId === thread.conversationId);
  if (own.length === 0) return thread;
  const arrived = new Set(own.map((message) => message.clientMessageId));
  let { syncedSeq } = thread;
  const messages = mergedMessages(thread.messages, own);
  for (const { seq } of messages) if (seq === syncedSeq + 1) syncedSeq = seq;
  return {
    ...thread,
    messages,
    outgoing: thread.outgoing.filter((one) => !arrived.has(one.clientMessageId)),
    syncedSeq,
  };
}

/** A page was fetched that reaches to `seq`: nothing visible is missing up to there. */
export function synced(thread: Thread, seq: number): Thread {
  return seq > thread.syncedSeq ? { ...thread, syncedSeq: seq } : thread;
}

/** The visitor's messages go to another conversation from now on. What was said stays on the screen. */
export function inConversation(thread: Thread, conversationId: string): Thread {
  if (thread.conversationId === conversationId) return thread;
  const earlier = [...thread.earlier, ...thread.messages].slice(-200);
  return { ...thread, conversationId, messages: [], earlier, syncedSeq: 0 };
}

export function withOutgoing(thread: Thread, outgoing: Outgoing): Thread {
  return { ...thread, outgoing: [...thread.outgoing, outgoing] };
}

/** What an earlier page of this browser left unsent comes before what was written since. */
export function withKept(thread: Thread, kept: readonly Outgoing[]): Thread {
  const known = new Set(thread.outgoing.map(({ clientMessageId }) => clientMessageId));
  const sent = new Set(thread.messages.map(({ clientMessageId }) => clientMessageId));
  const left = kept.filter(({ clientMessageId }) => !known.has(clientMessageId) && !sent.has(clientMessageId));
  return { ...thread, outgoing: [...left, ...thread.outgoing] };
}

export function changeOutgoing(thread: Thread, id: string, change: Partial<Outgoing>): Thread {
  const outgoing = thread.outgoing.map((one) => (one.clientMessageId === id ? { ...one, ...change } : one));
  return { ...thread, outgoing };
}

/** The first that is still to be sent. */
export function nextOutgoing(thread: Thread): Outgoing | undefined {
  return thread.outgoing.find(({ state }) => state === "sending");
}

export function isSending(thread: Thread, id: string): boolean {
  return thread.outgoing.some(({ clientMessageId, state }) => clientMessageId === id && state === "sending");
}

export function withoutOutgoing(thread: Thread, id: string): Thread {
  return { ...thread, outgoing: thread.outgoing.filter((one) => one.clientMessageId !== id) };
}

/** The team's messages up to `seq` have reached the visitor. */
export function withStatus(thread: Thread, seq: number, status: "delivered" | "read"): Thread {
  const messages = thread.messages.map((message) =>
    message.from !== "visitor" && message.seq <= seq && message.status !== "read" ? { ...message, status } : message,
  );
  return { ...thread, messages };
}

/** How many of the team's messages stand after what the visitor has read. */
export function unreadAfter(thread: Thread, readSeq: number): number {
  return thread.messages.filter((message) => message.from !== "visitor" && message.seq > readSeq).length;
}

export function lastSeq(thread: Thread): number {
  return thread.messages.at(-1)?.seq ?? 0;
}
