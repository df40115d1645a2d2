import type { Acknowledgement, LiveEvent } from "#server/realtime/schema.ts";
import { failureOf } from "./api.ts";
import type { LiveSocket } from "./socket.ts";

type Watched = {
  /** Views of it that are open. */
  count: number;
  /** The server sends its messages to this connection. */
  told: boolean;
  /** Messages may have been written since it was last read that no gap covers. */
  behind: boolean;
  attempts: number;
  timer: ReturnType<typeof setTimeout> | undefined;
};

const acknowledgeMs = 3000;
const firstPauseMs = 500;
const longestPauseMs = 8000;

/** Answers that another try does not change; what is shown to the person again brings a row, and with it a new try. */
const final: ReadonlySet<string> = new Set(["not_found", "forbidden", "unauthorized", "validation_error"]);

/** The threads open in this tab: subscribes to each until the server confirms, then reads it. */
export class WatchedThreads {
  private readonly socket: LiveSocket;
  /** Reads the newest of a thread; what it misses by failing is asked for again. */
  private readonly read: (conversationId: string) => Promise<void>;
  private readonly threads = new Map<string, Watched>();

  constructor(socket: LiveSocket, read: (conversationId: string) => Promise<void>) {
    this.socket = socket;
    this.read = read;
  }

  ids(): string[] {
    return [...this.threads.keys()];
  }

  /** Counted, so that two views of one thread do not cut each other off. Resolves after the first try. */
  async watch(id: string): Promise<void> {
    const known = this.threads.get(id);
    const thread = known ?? { count: 0, told: false, behind: true, attempts: 0, timer: undefined };
    this.threads.set(id, thread);
    thread.count += 1;
    if (!thread.told) await this.try(id, thread);
  }

  unwatch(id: string): void {
    const known = this.threads.get(id);
    if (!known) return;
    known.count -= 1;
    if (known.count > 0) return;
    clearTimeout(known.timer);
    this.threads.delete(id);
    if (this.socket.connected) this.socket.emit("unwatch", { conversationId: id });
  }

  /**
   * A new connection subscribes to all of them before asking for its gap, so that what was missed is in the gap's
   * answer.
   */
  async tellAll(): Promise<void> {
    await Promise.all(
      [...this.threads].map(async ([id, thread]) => {
        if (await this.listen(id, thread)) void this.catchUp(id, thread);
      }),
    );
  }

  lost(): void {
    for (const thread of this.threads.values()) {
      clearTimeout(thread.timer);
      thread.told = false;
      thread.attempts = 0;
    }
  }

  /** A thread that was taken away is unsubscribed, and one that can be seen again is subscribed again. */
  heed(events: readonly LiveEvent[]): void {
    for (const { type, conversationId } of events) {
      const thread = conversationId === null ? undefined : this.threads.get(conversationId);
      if (!thread || conversationId === null) continue;
      if (type === "conversation/gone") thread.told = false;
      else if (type !== "conversation/row" || thread.told) continue;
      thread.behind = true;
      this.later(conversationId, thread, 0);
    }
  }

  /** Rights have changed: threads that were refused may be allowed now. */
  tellRefused(): void {
    for (const [id, thread] of this.threads) {
      if (thread.told) continue;
      thread.behind = true;
      this.later(id, thread, 0);
    }
  }

  stop(): void {
    for (const thread of this.threads.values()) clearTimeout(thread.timer);
  }

  private async try(id: string, thread: Watched): Promise<void> {
    if (await this.listen(id, thread)) await this.catchUp(id, thread);
  }

  private async listen(id: string, thread: Watched): Promise<boolean> {
    const result = await this.tell(id);
    if (this.threads.get(id) !== thread || !this.socket.connected) return false;
    thread.told = result.ok;
    if (result.ok) thread.attempts = 0;
    else if (!final.has(result.error)) this.again(id, thread);
    return result.ok;
  }

  private async catchUp(id: string, thread: Watched): Promise<void> {
    if (!thread.behind) return;
    thread.behind = false;
    try {
      await this.read(id);
    } catch (error) {
      thread.behind = true;
      // Not readable any more: the thread's own query shows it.
      if (this.threads.get(id) === thread && failureOf(error).passing) this.again(id, thread);
    }
  }

  private again(id: string, thread: Watched): void {
    const pause = Math.min(longestPauseMs, firstPauseMs * 2 ** thread.attempts);
    thread.attempts += 1;
    // Subscribed after the gap was asked for, so what was written in between is read.
    thread.behind = true;
    this.later(id, thread, pause);
  }

  private later(id: string, thread: Watched, ms: number): void {
    clearTimeout(thread.timer);
    thread.timer = setTimeout(() => void this.try(id, thread), ms);
  }

  private tell(conversationId: string): Promise<Acknowledgement> {
    return new Promise((resolve) => {
      const { socket } = this;
      const silent: Acknowledgement = { ok: false, error: "unavailable" };
      if (!socket.connected) return resolve(silent);
      const timer = setTimeout(() => resolve(silent), acknowledgeMs);
      socket.emit("watch", { conversationId }, (result: Acknowledgement) => {
        clearTimeout(timer);
        resolve(result);
      });
    });
  }
}
