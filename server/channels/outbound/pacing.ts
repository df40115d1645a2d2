import { second } from "#server/base/clock.ts";
import { later } from "#server/db/outside.ts";

/** Answers to waiting visitors go first; campaigns take what is left of the number's pace. */
export type Priority = "live" | "campaign";

export type Turn = {
  channelId: string;
  /** The recipient's digits or id: no one gets messages faster than the platform allows. */
  recipient: string;
  priority: Priority;
  /** Campaigns: their own messages per second, below the number's pace. */
  perSecond?: number;
  signal?: AbortSignal;
};

/** Well under the platform's 80 messages a second, which count in both directions. */
const usualRate = 40;
const leastRate = 1;
const recoverMs = 10 * second;
/** One message in six seconds to a person, with a short run allowed: the platform lends 45, we take fewer. */
const pairRefillMs = 6 * second;
const pairBurst = 12;
/** What a late timer held up leaves at once, as far as the platform lends it. */
const catchUpMs = 250;
const forgetMs = 10 * 60 * second;

type Waiting = { turn: Turn; since: number; start: () => void };
type Pair = { tokens: number; at: number; heldUntil: number; lastAt: number };

/** The sends of one channel, in this process; times are those of a clock that nobody sets. */
class Lane {
  private readonly queues: Record<Priority, Waiting[]> = { live: [], campaign: [] };
  private readonly pairs = new Map<string, Pair>();
  private rate = usualRate;
  private slowedAt = 0;
  private nextAt = 0;
  private campaignNextAt = 0;
  private timer: NodeJS.Timeout | undefined;

  wait(turn: Turn): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = { turn, since: performance.now(), start: resolve };
      const queue = this.queues[turn.priority];
      turn.signal?.addEventListener("abort", () => {
        const place = queue.indexOf(waiting);
        if (place >= 0) queue.splice(place, 1);
        reject(turn.signal?.reason);
      });
      if (turn.signal?.aborted) return reject(turn.signal.reason);
      queue.push(waiting);
      this.run();
    });
  }

  /** How long this recipient has to wait from now on; the number's own pace comes on top. */
  pairWait(recipient: string, priority: Priority, at: number): number {
    const pair = this.pair(recipient, at);
    const held = pair.heldUntil - at;
    const short = pair.tokens >= 1 ? 0 : (1 - pair.tokens) * pairRefillMs;
    const polite = priority === "campaign" ? pair.lastAt + pairRefillMs - at : 0;
    return Math.max(0, held, short, polite);
  }

  hold(recipient: string, ms: number): void {
    const at = performance.now();
    const pair = this.pair(recipient, at);
    pair.heldUntil = Math.max(pair.heldUntil, at + ms);
  }

  /** Nothing has reached the recipient: the next try need not keep its distance from this one. */
  giveBack(recipient: string): void {
    const pair = this.pair(recipient, performance.now());
    pair.tokens = Math.min(pairBurst, pair.tokens + 1);
    pair.lastAt = Number.NEGATIVE_INFINITY;
  }

  slowDown(): void {
    this.rate = Math.max(leastRate, this.currentRate(performance.now()) / 2);
    this.slowedAt = performance.now();
    this.nextAt = Math.max(this.nextAt, performance.now() + second);
  }

  /** Halved by each complaint of the platform, back by a tenth every ten seconds. */
  currentRate(at: number): number {
    const steps = Math.floor((at - this.slowedAt) / recoverMs);
    return Math.min(usualRate, this.rate * 1.1 ** Math.max(0, steps));
  }

  private pair(recipient: string, at: number): Pair {
    const known = this.pairs.get(recipient) ?? {
      tokens: pairBurst,
      at,
      heldUntil: 0,
      lastAt: Number.NEGATIVE_INFINITY,
    };
    known.tokens = Math.min(pairBurst, known.tokens + (at - known.at) / pairRefillMs);
    known.at = at;
    this.pairs.set(recipient, known);
    return known;
  }

  /** Starts all sends whose turn has come, live ones first, then sleeps until the next. */
  private run(): void {
    clearTimeout(this.timer);
    const at = performance.now();
    let soonest = Number.POSITIVE_INFINITY;
    for (const priority of ["live", "campaign"] as const) {
      const queue = this.queues[priority];
      for (let place = 0; place < queue.length; ) {
        const waiting = queue[place];
        const wait = waiting ? this.waitOf(waiting.turn, at) : 0;
        if (!waiting || wait > 0) {
          // The number's pace applies to all recipients; a person's pace only to that person.
          soonest = Math.min(soonest, at < this.nextAt ? this.nextAt - at : wait);
          if (at < this.nextAt) break;
          place += 1;
          continue;
        }
        queue.splice(place, 1);
        this.count(waiting, at);
        waiting.start();
      }
    }
    this.tidy(at);
    if (soonest < Number.POSITIVE_INFINITY) this.timer = later(() => this.run(), Math.max(1, soonest));
  }

  private waitOf(turn: Turn, at: number): number {
    const campaign = turn.priority === "campaign" ? this.campaignNextAt - at : 0;
    return Math.max(0, this.nextAt - at, campaign, this.pairWait(turn.recipient, turn.priority, at));
  }

  /** Its turn was as soon as it waited: that it leaves later than that slows down nobody behind it. */
  private count({ turn, since }: Waiting, at: number): void {
    const soonest = Math.max(since, at - catchUpMs);
    this.nextAt = Math.max(this.nextAt, soonest) + second / this.currentRate(at);
    if (turn.priority === "campaign") {
      this.campaignNextAt = Math.max(this.campaignNextAt, soonest) + second / (turn.perSecond ?? usualRate);
    }
    const pair = this.pair(turn.recipient, at);
    pair.tokens -= 1;
    pair.lastAt = at;
  }

  private tidy(at: number): void {
    if (this.pairs.size < 5000) return;
    for (const [recipient, pair] of this.pairs) if (at - pair.at > forgetMs) this.pairs.delete(recipient);
  }
}

const lanes = new Map<string, Lane>();

function laneOf(channelId: string): Lane {
  const known = lanes.get(channelId) ?? new Lane();
  lanes.set(channelId, known);
  return known;
}

/** Waits until this message may leave: by the number's pace and the recipient's. Rejects when `signal` aborts. */
export function takeTurn(turn: Turn): Promise<void> {
  return laneOf(turn.channelId).wait(turn);
}

/** Milliseconds this recipient would have to wait now, apart from the number's own pace. */
export function recipientWait(channelId: string, recipient: string, priority: Priority): number {
  return laneOf(channelId).pairWait(recipient, priority, performance.now());
}

/** The platform has refused the number's rate: halves it; it recovers slowly. */
export function slowDown(channelId: string): void {
  laneOf(channelId).slowDown();
}

/** The platform has refused more messages to this recipient: others do not wait. */
export function holdRecipient(channelId: string, recipient: string, ms: number): void {
  laneOf(channelId).hold(recipient, ms);
}

/** The platform has refused a message in passing: to its recipient it was none. To the number's pace it was one. */
export function giveBackTurn(channelId: string, recipient: string): void {
  laneOf(channelId).giveBack(recipient);
}

/** Messages per second the number is paced at now. */
export function paceOf(channelId: string): number {
  return laneOf(channelId).currentRate(performance.now());
}
