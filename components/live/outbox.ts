import { freshId } from "#components/thread/fresh-id.ts";
import type { Message, ReplyInput } from "#server/messages/schema.ts";
import { failureOf } from "./api.ts";
import { isRecord } from "./records.ts";
import { readText, type TextKey, writeText } from "./storage.ts";

/** What the composer sends, before it has a conversation and an id of its own. */
export type Reply = Pick<ReplyInput, "type" | "body" | "message" | "replyToId">;

export type OutboxEntry = {
  input: ReplyInput & { clientMessageId: string };
  clientMessageId: string;
  createdAt: string;
  failed: boolean;
  reason: string;
  code: string;
};

type Send<Sent> = (input: ReplyInput) => Promise<Sent>;

const longestWaitMs = 10_000;

/**
 * Messages on their way: kept over a reload of the tab, sent one after the other per conversation, tried again while
 * the server cannot be reached. The clientMessageId makes a repeat harmless: it stays one message.
 */
export class Outbox<Sent = Message> {
  private readonly key: TextKey;
  private readonly send: Send<Sent>;
  private readonly onSent: (sent: Sent) => void;
  private entries: readonly OutboxEntry[];
  private readonly listeners = new Set<() => void>();
  private readonly busy = new Set<string>();
  private readonly perConversation = new Map<string, readonly OutboxEntry[]>();

  constructor({ userId, send, onSent }: { userId: string; send: Send<Sent>; onSent: (sent: Sent) => void }) {
    this.key = `parley:outbox:${userId}`;
    this.send = send;
    this.onSent = onSent;
    this.entries = this.restore();
  }

  /** Begins to send what an earlier page left behind. */
  start(): void {
    for (const { input } of this.entries) void this.work(input.conversationId);
  }

  add(conversationId: string, reply: Reply): string {
    const clientMessageId = freshId();
    const input = { ...reply, conversationId, clientMessageId };
    const entry = { input, clientMessageId, createdAt: new Date().toISOString(), failed: false, reason: "", code: "" };
    this.set([...this.entries, entry]);
    void this.work(conversationId);
    return clientMessageId;
  }

  retry(clientMessageId: string): void {
    this.change(clientMessageId, { failed: false, reason: "", code: "" });
    const entry = this.entries.find((one) => one.clientMessageId === clientMessageId);
    if (entry) void this.work(entry.input.conversationId);
  }

  /** Answers what it was. */
  discard(clientMessageId: string): OutboxEntry | undefined {
    const gone = this.entries.find((one) => one.clientMessageId === clientMessageId);
    this.set(this.entries.filter((one) => one !== gone));
    return gone;
  }

  /** What was discarded stands where it stood, and has failed as it had. */
  putBack(gone: OutboxEntry): void {
    const later = this.entries.findIndex(({ createdAt }) => createdAt > gone.createdAt);
    this.set(this.entries.toSpliced(later < 0 ? this.entries.length : later, 0, gone));
  }

  /** The same array as long as nothing has changed. */
  of(conversationId: string): readonly OutboxEntry[] {
    const known = this.perConversation.get(conversationId);
    if (known) return known;
    const found = this.entries.filter(({ input }) => input.conversationId === conversationId);
    this.perConversation.set(conversationId, found);
    return found;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  private async work(conversationId: string): Promise<void> {
    if (this.busy.has(conversationId)) return;
    this.busy.add(conversationId);
    try {
      for (;;) {
        const entry = this.of(conversationId).find(({ failed }) => !failed);
        if (!entry) return;
        await this.deliver(entry);
      }
    } finally {
      this.busy.delete(conversationId);
    }
  }

  private async deliver({ input, clientMessageId }: OutboxEntry): Promise<void> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        this.onSent(await this.send(input));
        this.discard(clientMessageId);
        return;
      } catch (error) {
        const failure = failureOf(error);
        if (!failure.passing) {
          this.change(clientMessageId, { failed: true, reason: failure.message, code: failure.code });
          return;
        }
        await pause(Math.min(1000 * 2 ** attempt, longestWaitMs));
        if (!this.entries.some((one) => one.clientMessageId === clientMessageId)) return;
      }
    }
  }

  private change(clientMessageId: string, change: Partial<OutboxEntry>): void {
    this.set(this.entries.map((one) => (one.clientMessageId === clientMessageId ? { ...one, ...change } : one)));
  }

  private set(entries: readonly OutboxEntry[]): void {
    this.entries = entries;
    this.perConversation.clear();
    writeText("session", this.key, entries.length === 0 ? null : JSON.stringify(entries));
    for (const listener of this.listeners) listener();
  }

  private restore(): readonly OutboxEntry[] {
    const kept = parseJson(readText("session", this.key));
    return Array.isArray(kept) && kept.every(isEntry) ? kept : [];
  }
}

const textKeys = ["clientMessageId", "createdAt", "reason", "code"] as const;

/** What an earlier version of this page left behind may look otherwise. The server checks what is sent. */
function isEntry(kept: unknown): kept is OutboxEntry {
  if (!isRecord(kept) || !isRecord(kept.input)) return false;
  const { conversationId, clientMessageId } = kept.input;
  if (typeof conversationId !== "string" || typeof clientMessageId !== "string") return false;
  return typeof kept.failed === "boolean" && textKeys.every((key) => typeof kept[key] === "string");
}

function parseJson(text: string | null): unknown {
  try {
    return text === null ? [] : JSON.parse(text);
  } catch {
    return [];
  }
}

/** Waits, but not on once the network is back. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      globalThis.removeEventListener?.("online", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    globalThis.addEventListener?.("online", done);
  });
}
