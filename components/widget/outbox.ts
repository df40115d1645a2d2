import type { Outgoing } from "./thread.ts";
import { CallError } from "./visitor-api.ts";

type Parts = {
  /** The next message that waits to be sent. */
  next: () => Outgoing | undefined;
  deliver: (outgoing: Outgoing) => Promise<void>;
  fail: (outgoing: Outgoing, reason: NonNullable<Outgoing["reason"]>) => void;
  /** A new session, when the old one has ended. */
  renew: () => Promise<void>;
  /** Milliseconds of rest before the next try, shortened by `wake`. */
  pause?: (ms: number) => Promise<void>;
};

const tries = 5;

function reasonOf(error: CallError): NonNullable<Outgoing["reason"]> {
  if (error.status === 413) return "too_large";
  if (error.status === 415) return "not_an_image";
  if (error.status === 429) return "rate_limited";
  return error.passing ? "offline" : "refused";
}

/**
 * Sends one message after the other, so that they arrive in the order they were written. A message that cannot be sent
 * for now is tried again with growing pauses; the same clientMessageId makes sure that it is taken once.
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
    for (let attempt = 1; !this.stopped; attempt += 1) {
      try {
        return await this.parts.deliver(outgoing);
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        if (!(await this.recover(error, attempt))) return this.parts.fail(outgoing, reasonOf(error));
      }
    }
  }

  /** Whether another try makes sense now. */
  private async recover(error: CallError, attempt: number): Promise<boolean> {
    // Without a connection it waits as long as it takes: given up, it would be overtaken by what was written later.
    if (error.status === 0) return this.rest(Math.min(8000, 500 * 2 ** Math.min(attempt, 5)));
    if (attempt >= tries) return false;
    if (error.status === 401 && attempt === 1) {
      return this.parts.renew().then(
        () => true,
        () => false,
      );
    }
    if (error.status === 429 && error.retryAfter <= 15) return this.rest(error.retryAfter * 1000);
    if (!error.passing) return false;
    return this.rest(Math.min(8000, 500 * 2 ** attempt));
  }

  private async rest(ms: number): Promise<boolean> {
    const pause = this.parts.pause ?? ((time: number) => new Promise<void>((resolve) => setTimeout(resolve, time)));
    const woken = new Promise<void>((resolve) => {
      this.wakeUp = resolve;
    });
    await Promise.race([pause(ms), woken]);
    this.wakeUp = undefined;
    return true;
  }
}
