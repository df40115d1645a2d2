import { type Pause, pauseBefore, realPause } from "./retrying.ts";
import type { Outgoing } from "./thread.ts";
import { CallError } from "./visitor-api.ts";

/** Why nothing leaves right now: no answer, or too many messages at once. */
export type Hold = "offline" | "rate_limited";

type Parts = {
  /** The next message that waits to be sent. */
  next: () => Outgoing | undefined;
  deliver: (outgoing: Outgoing) => Promise<void>;
  /** Whether it is still to be sent: the visitor may have discarded it meanwhile. */
  waits: (outgoing: Outgoing) => boolean;
  fail: (outgoing: Outgoing, reason: NonNullable<Outgoing["reason"]>) => void;
  /** The queue stands still; null: it moves again. */
  hold: (why: Hold | null, until?: number) => void;
  /** A new session, when the old one has ended. */
  renew: () => Promise<void>;
  pause?: Pause;
};

function reasonOf(error: CallError): NonNullable<Outgoing["reason"]> {
  if (error.fileFault) return error.fileFault;
  // A proxy before us says nothing that could be read, and its limit is smaller than ours.
  if (error.status === 413) return error.message === "" ? "too_large_on_the_way" : "too_large";
  return error.status === 415 ? "not_an_image" : "refused";
}

/**
 * Sends one message after the other, so that they arrive in the order they were written. What passes (no answer, a
 * fault of the server, too many at once) holds the whole queue for as long as it takes: a message given up would be
 * overtaken by what was written later. The same clientMessageId makes sure that each is taken once.
 */
export class Outbox {
  private readonly parts: Parts;
  private running: Promise<void> | undefined;
  private wakeUp: (() => void) | undefined;
  private stopped = false;

  constructor(parts: Parts) {
    this.parts = parts;
  }

  /** Begins to send, if it does not already. */
  start(): Promise<void> {
    this.stopped = false;
    this.wakeUp?.();
    this.running ??= this.run().finally(() => {
      this.running = undefined;
    });
    return this.running;
  }

  stop(): void {
    this.stopped = true;
    this.wakeUp?.();
  }

  private async run(): Promise<void> {
    for (let next = this.parts.next(); next && !this.stopped; next = this.parts.next()) await this.send(next);
  }

  private async send(outgoing: Outgoing): Promise<void> {
    let session: "good" | "ended" | "new" = "good";
    for (let attempt = 1; !this.stopped; attempt += 1) {
      try {
        if (session === "ended") {
          await this.parts.renew();
          session = "new";
        }
        await this.parts.deliver(outgoing);
        return this.parts.hold(null);
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        if (!this.parts.waits(outgoing)) return this.parts.hold(null);
        // Its session has ended: a new one is tried once for each message.
        if (error.status === 401 && session === "good") session = "ended";
        else if (error.passing) {
          await this.rest(error, attempt);
          if (!this.parts.waits(outgoing)) return this.parts.hold(null);
        } else return this.giveUp(outgoing, error);
      }
    }
  }

  private giveUp(outgoing: Outgoing, error: CallError): void {
    this.parts.hold(null);
    this.parts.fail(outgoing, reasonOf(error));
  }

  /** A wait that the server asked for is kept; any other ends as soon as the line is back. */
  private async rest(error: CallError, attempt: number): Promise<void> {
    const until = error.retryAfter > 0 ? Date.now() + error.retryAfter * 1000 : 0;
    this.parts.hold(error.status === 429 ? "rate_limited" : "offline", until);
    const pause = (this.parts.pause ?? realPause)(pauseBefore(error, attempt));
    if (error.retryAfter > 0) return pause;
    const woken = new Promise<void>((resolve) => {
      this.wakeUp = resolve;
    });
    await Promise.race([pause, woken]);
    this.wakeUp = undefined;
  }
}
