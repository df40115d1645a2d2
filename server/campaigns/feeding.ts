import { setTimeout as sleep } from "node:timers/promises";

/** So many are under way before the platform has taken the first, so that what stops a run stops it there. */
export const firstWidth = 10;

/** Each look finds what waits for one second: all of it taken, the next look may come later. */
const lookAgainMs = 500;

export type Waiting = { id: string; destination: string };

/** What a look has found to leave now, without claiming it; undefined: nothing more is to leave. */
type Look = () => Promise<readonly Waiting[] | undefined>;

/**
 * The queue of a run's lanes: refilled when it is empty, so that a lane waiting for a slow answer does not hold up the
 * others. It hands out nothing twice: the second turn would be lost to the number's pace. Each message that was not
 * refused lets one more be under way.
 */
export class Feeder {
  private readonly look: Look;
  private readonly signal: AbortSignal;
  private queue: Waiting[] = [];
  /** Taken by a lane: a new look still finds them until they are claimed. */
  private readonly taken = new Set<string>();
  /** Claimed since the look that is under way began: it may have found them still. */
  private readonly claimed = new Set<string>();
  private filling: Promise<void> | undefined;
  /** Handed out and not done with. */
  private out = 0;
  private width = firstWidth;
  private held: (() => void)[] = [];
  ended = false;

  constructor(look: Look, signal: AbortSignal) {
    this.look = look;
    this.signal = signal;
    signal.addEventListener("abort", () => this.wake(), { once: true });
  }

  async next(): Promise<Waiting | undefined> {
    while (!this.ended && !this.signal.aborted) {
      if (this.out >= this.width) {
        await new Promise<void>((resolve) => this.held.push(resolve));
        continue;
      }
      const waiting = this.queue.shift();
      if (waiting) {
        this.taken.add(waiting.id);
        this.out += 1;
        return waiting;
      }
      this.filling ??= this.fill().finally(() => {
        this.filling = undefined;
      });
      await this.filling;
    }
    return undefined;
  }

  done(id: string): void {
    this.taken.delete(id);
    if (this.filling) this.claimed.add(id);
  }

  /** A lane is done with what it was handed out. */
  finished(refused = false): void {
    this.out -= 1;
    if (!refused) this.width += 1;
    this.wake();
  }

  /** Nothing more leaves in this run. */
  end(): void {
    this.ended = true;
    this.wake();
  }

  private wake(): void {
    for (const go of this.held.splice(0)) go();
  }

  private async fill(): Promise<void> {
    this.claimed.clear();
    const found = await this.look();
    // While some are under way others may come due, also those that were refused before them.
    if (!found || (found.length === 0 && this.out === 0)) return this.end();
    this.queue = found.filter(({ id }) => !this.taken.has(id) && !this.claimed.has(id));
    if (this.queue.length === 0) await sleep(lookAgainMs);
  }
}
