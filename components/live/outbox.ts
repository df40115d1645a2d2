import { freshId } from "#components/thread/fresh-id.ts";
import type { Message, ReplyInput } from "#server/messages/schema.ts";
import { failureOf } from "./api.ts";
import { isRecord } from "./records.ts";
import { readText, type TextKey, writeText } from "./storage.ts";

/** What the composer sends, before it has a conversation and an id of its own. */
export type Reply = Pick<ReplyInput, "type" | "body" | "message" | "replyToId" | "response_options">;

/** What is sent, with where it belongs and its writer's own id of it. */
export type Outbound<Given> = Given & { conversationId: string; clientMessageId: string };

export type OutboxEntry<Given = Reply> = {
  input: Outbound<Given>;
  clientMessageId: string;
  createdAt: string;
  failed: boolean;
  reason: string;
  code: string;
};

type Parts<Sent, Given> = {
  userId: string;
  /** Where it is no messages that are sent. */
  kind?: "notes";
  send: (input: Outbound<Given>) => Promise<Sent>;
  onSent: (sent: Sent) => void;
};

const longestWaitMs = 10_000;

/**
 * Messages (or notes) on their way: kept over a reload of the tab, sent one after the other per conversation, tried again while
 * the server cannot be reached. The clientMessageId makes a repeat harmless: it stays one message.
 */
export class Outbox<Sent = Message, Given extends object = Reply> {
  private readonly key: TextKey;
  private readonly send: Parts<Sent, Given>["send"];
  private readonly onSent: (sent: Sent) => void;
  private entries: readonly OutboxEntry<Given>[];
  private readonly listeners = new Set<() => void>();
  private readonly busy = new Set<string>();
  private late: ReadonlySet<string> = new Set();
  private readonly perConversation = new Map<string, readonly OutboxEntry<Given>[]>();

  constructor({ userId, kind, send, onSent }: Parts<Sent, NoInfer<Given>>) {
    this.key = `parley:outbox:${userId}${kind ? `:${kind}` : ""}`;
    this.send = send;
    this.onSent = onSent;
    this.entries = this.restore();
  }

  /** Something could not be sent at once, and waits. */
  get isLate(): boolean {
    return this.late.size > 0;
  }

  /** Begins to send what an earlier page left behind. */
  start(): void {
    for (const { input } of this.entries) void this.work(input.conversationId);
  }

  /** Under an id of its own, the same again is the same: pressed twice, it is sent once. */
  add(conversationId: string, given: Given, clientMessageId = freshId()): string {
    if (this.entries.some((one) => one.clientMessageId === clientMessageId)) {
      this.retry(clientMessageId);
      return clientMessageId;
    }
    const input = { ...given, conversationId, clientMessageId };
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
  discard(clientMessageId: string): OutboxEntry<Given> | undefined {
    const gone = this.entries.find((one) => one.clientMessageId === clientMessageId);
    this.set(this.entries.filter((one) => one !== gone));
    return gone;
  }

  /** What was discarded stands where it stood, and has failed as it had. */
  putBack(gone: OutboxEntry<Given>): void {
    const later = this.entries.findIndex(({ createdAt }) => createdAt > gone.createdAt);
    this.set(this.entries.toSpliced(later < 0 ? this.entries.length : later, 0, gone));
  }

  /** The same array as long as nothing has changed. */
  of(conversationId: string): readonly OutboxEntry<Given>[] {
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

  private async deliver({ input, clientMessageId }: OutboxEntry<Given>): Promise<void> {
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
        if (attempt === 0) this.set(this.entries, [...this.late, clientMessageId]);
        await pause(Math.min(1000 * 2 ** attempt, longestWaitMs));
        if (!this.entries.some((one) => one.clientMessageId === clientMessageId)) return;
      }
    }
  }

  private change(clientMessageId: string, change: Partial<OutboxEntry<Given>>): void {
    this.set(this.entries.map((one) => (one.clientMessageId === clientMessageId ? { ...one, ...change } : one)));
  }

  private set(entries: readonly OutboxEntry<Given>[], late: readonly string[] = [...this.late]): void {
    this.entries = entries;
    const waiting = entries.filter(({ failed }) => !failed).map((one) => one.clientMessageId);
    this.late = new Set(late.filter((id) => waiting.includes(id)));
    this.perConversation.clear();
    writeText("session", this.key, entries.length === 0 ? null : JSON.stringify(entries));
    for (const listener of this.listeners) listener();
  }

  private restore(): readonly OutboxEntry<Given>[] {
    const kept = parseJson(readText("session", this.key));
    return Array.isArray(kept) && kept.every(isEntry<Given>) ? kept : [];
  }
}

type Sends = { readonly isLate: boolean; subscribe: (listener: () => void) => () => void };

const warn = (event: Event) => event.preventDefault();

/** Who would close the tab while something waits for the server is asked first: it is kept as long as the tab is. */
export function warnOfLoss(outboxes: readonly Sends[]): () => void {
  const look = () => {
    if (outboxes.some(({ isLate }) => isLate)) window.addEventListener("beforeunload", warn);
    else window.removeEventListener("beforeunload", warn);
  };
  const ends = outboxes.map(({ subscribe }) => subscribe(look));
  return () => {
    for (const end of ends) end();
    window.removeEventListener("beforeunload", warn);
  };
}

const textKeys = ["clientMessageId", "createdAt", "reason", "code"] as const;

/** What an earlier version of this page left behind may look otherwise. The server checks what is sent. */
function isEntry<Given>(kept: unknown): kept is OutboxEntry<Given> {
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
