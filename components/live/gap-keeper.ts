import type { z } from "zod";
import type { Frame, LiveEvent, sinceInput, sinceOutput } from "#server/realtime/schema.ts";
import { failureOf } from "./api.ts";

/** Where the gap is fetched: `realtime.position` and `realtime.since`. */
export type Gap = {
  position: () => Promise<{ seq: number }>;
  since: (input: z.input<typeof sinceInput>) => Promise<z.output<typeof sinceOutput>>;
};

type Parts = {
  gap: Gap;
  /** Before the gap is asked for: the threads watched by this connection, so that nothing falls between. */
  prepare: () => Promise<void>;
  threads: () => string[];
  apply: (events: readonly LiveEvent[]) => void;
  /** Everything that is held is read again, until it was. */
  readAgain: () => void;
  onClosed: () => void;
  onSignedOut: () => void;
};

const firstPauseMs = 400;
const longestPauseMs = 8000;
/** An answer that takes longer is lost, say in a half-open connection. */
const patienceMs = 15_000;

/**
 * Where this tab stands among the company's events. The position moves only once the gap before the connection is
 * closed: until then frames wait, because one applied early would hide what was missed before it.
 */
export class GapKeeper {
  private readonly parts: Parts;
  private seq: number | undefined;
  private isOpen = true;
  private early: Frame[] = [];
  /** Each connection is a new round; answers of former ones count for nothing. */
  private round = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asking = false;

  constructor(parts: Parts, seq: number | undefined) {
    this.parts = parts;
    this.seq = seq;
  }

  /** A connection stands and is in its rooms: what was missed before it is asked for until it is known. */
  begin(): void {
    this.leave();
    void this.close(this.round, 0);
  }

  /** The connection ended: what comes before the next one's gap is closed waits. */
  lost(): void {
    this.leave();
    this.early = [];
  }

  /** Without a connection nothing comes by itself: asked once, and asked again by who calls. Whether it was answered. */
  async poll(): Promise<boolean> {
    if (this.asking) return false;
    const { round } = this;
    try {
      await this.ask(round);
      return true;
    } catch (error) {
      // Asked again in a few seconds, or by the next connection.
      this.judge(error);
      return false;
    }
  }

  take(frame: Frame): void {
    if (this.isOpen) this.early.push(frame);
    else this.pass(frame);
  }

  reach(seq: number): void {
    if (this.isOpen) this.early.push({ seq, events: [] });
    else this.seq = Math.max(this.seq ?? 0, seq);
  }

  stop(): void {
    this.leave();
  }

  private leave(): void {
    this.round += 1;
    this.isOpen = true;
    this.asking = false;
    clearTimeout(this.timer);
  }

  private pass({ seq, events }: Frame): void {
    this.parts.apply(events);
    this.seq = Math.max(this.seq ?? 0, seq);
  }

  private async close(round: number, attempt: number): Promise<void> {
    try {
      await this.parts.prepare();
      // What came before the question is in its answer, and newer there.
      if (round === this.round) this.early = [];
      await this.ask(round);
      if (round !== this.round) return;
      this.isOpen = false;
      for (const frame of this.early.splice(0)) this.pass(frame);
      this.parts.onClosed();
    } catch (error) {
      if (round !== this.round || !this.judge(error)) return;
      const pause = Math.min(longestPauseMs, firstPauseMs * 2 ** attempt) * (0.75 + Math.random() / 2);
      this.timer = setTimeout(() => void this.close(round, attempt + 1), pause);
    }
  }

  private async ask(round: number): Promise<void> {
    this.asking = true;
    try {
      const { gap } = this.parts;
      if (this.seq === undefined) {
        const { seq } = await patiently(gap.position());
        if (round !== this.round) return;
        this.parts.readAgain();
        this.seq = seq;
        return;
      }
      const missed = await patiently(gap.since({ seq: this.seq, threads: this.parts.threads() }));
      if (round !== this.round) return;
      if (missed.reset) this.parts.readAgain();
      else this.parts.apply(missed.events);
      // After a restore of the database the company may be behind what was known.
      this.seq = missed.reset ? missed.seq : Math.max(this.seq, missed.seq);
    } finally {
      if (round === this.round) this.asking = false;
    }
  }

  /** Whether asking again makes sense. */
  private judge(error: unknown): boolean {
    if (failureOf(error).code !== "unauthorized") return true;
    this.parts.onSignedOut();
    return false;
  }
}

async function patiently<T>(answer: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("no answer in time")), patienceMs);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
