import { later } from "#server/db/outside.ts";
import type { Held } from "./queue.ts";

const firstCap = 4;
const lowestCap = 2;
const highestCap = 64;
const maxInFlight = 512;

/** Answers slower than this earn no further parallel calls. */
const quickMs = 2000;

/** At least so many of a webhook may wait here, and at most what it takes in `aheadMs`: the others wait in the database. */
const leastWaiting = 64;
const aheadMs = 2000;
const mostWaiting = 8192;
/** Of all webhooks together, beyond the least of each. */
const mostHeld = 16_384;
/** Each answer counts for so much of what an answer is expected to take. */
const weight = 1 / 16;

/** What this process holds for one webhook. */
type Endpoint = {
  webhookId: string;
  waiting: Held[];
  inFlight: number;
  /** Calls at once: grows with quick answers, shrinks with timeouts, so a hung receiver holds few slots. */
  cap: number;
  /** What an answer takes lately, in milliseconds. */
  tookMs: number;
  /** More waits in the database than we hold. */
  backlog: boolean;
  /** At most so many calls a second, and when the next one may begin. */
  limit: number | null;
  nextAt: number;
  timer: NodeJS.Timeout | undefined;
};

type Start = (held: Held) => Promise<{ timedOut: boolean; durationMs: number }>;

/** Shares the process's calls among webhooks, so that slow ones do not delay quick ones. */
export class Endpoints {
  private readonly start: Start;
  private readonly all = new Map<string, Endpoint>();
  private readonly starved = new Set<Endpoint>();
  private running = 0;
  private waiting = 0;
  /** While true nothing new is started. */
  paused = false;

  constructor(start: Start) {
    this.start = start;
  }

  get inFlight(): number {
    return this.running;
  }

  /** Whether one more of this webhook may be taken, after `planned` that are about to be. */
  hasRoom(webhookId: string, planned: number): boolean {
    const endpoint = this.of(webhookId);
    const most = this.waiting + planned < mostHeld ? roomOf(endpoint) : leastWaiting;
    const room = !endpoint.backlog && endpoint.waiting.length + planned < most;
    if (!room) endpoint.backlog = true;
    return room;
  }

  add(deliveries: readonly Held[]): void {
    const touched = new Set<Endpoint>();
    for (const held of deliveries) {
      const endpoint = this.of(held.webhookId);
      endpoint.waiting.push(held);
      this.waiting += 1;
      endpoint.limit = held.callsPerSecond;
      touched.add(endpoint);
    }
    for (const endpoint of touched) this.pump(endpoint);
  }

  /** Webhooks that have enough to do for now. */
  full(): string[] {
    const busy = [...this.all.values()].filter(({ waiting, cap }) => waiting.length >= cap * 2);
    return busy.map(({ webhookId }) => webhookId);
  }

  /** Notes the result of a claim of `perWebhook` each: webhooks that got fewer have no backlog any more. */
  claimed(deliveries: readonly Held[], skipped: readonly string[], perWebhook: number): void {
    const counts = Map.groupBy(deliveries, ({ webhookId }) => webhookId);
    for (const endpoint of this.all.values()) {
      if (skipped.includes(endpoint.webhookId)) continue;
      endpoint.backlog = (counts.get(endpoint.webhookId)?.length ?? 0) >= perWebhook;
    }
    this.add(deliveries);
    for (const [id, { waiting, inFlight, backlog }] of this.all) {
      if (waiting.length === 0 && inFlight === 0 && !backlog && this.all.size > 1000) this.all.delete(id);
    }
  }

  /** Whether a webhook with a backlog has almost none of it left in memory. */
  get hungry(): boolean {
    return [...this.all.values()].some(({ backlog, waiting, cap }) => backlog && waiting.length < cap);
  }

  /** What waits here and has not been started, all or some of it; it is no longer held. */
  drop(which: (held: Held) => boolean = () => true): Held[] {
    const dropped: Held[] = [];
    for (const endpoint of this.all.values()) {
      const [gone = [], kept = []] = [endpoint.waiting.filter(which), endpoint.waiting.filter((held) => !which(held))];
      endpoint.waiting = kept;
      dropped.push(...gone);
    }
    this.waiting -= dropped.length;
    return dropped;
  }

  resume(): void {
    for (const endpoint of this.all.values()) this.pump(endpoint);
  }

  private of(webhookId: string): Endpoint {
    const known = this.all.get(webhookId);
    if (known) return known;
    const begin = { waiting: [], inFlight: 0, cap: firstCap, tookMs: quickMs, backlog: false };
    const endpoint: Endpoint = { webhookId, ...begin, limit: null, nextAt: 0, timer: undefined };
    this.all.set(webhookId, endpoint);
    return endpoint;
  }

  private pump(endpoint: Endpoint): void {
    while (!this.paused && endpoint.inFlight < endpoint.cap) {
      if (endpoint.waiting.length > 0 && this.running >= maxInFlight) {
        this.starved.add(endpoint);
        return;
      }
      if (endpoint.waiting.length === 0 || this.mustWait(endpoint)) return;
      const held = endpoint.waiting.shift();
      if (!held) return;
      this.waiting -= 1;
      void this.run(endpoint, held);
    }
  }

  /** Spreads the calls of a limited webhook evenly, and looks again when the next one may begin. */
  private mustWait(endpoint: Endpoint): boolean {
    if (endpoint.limit === null) return false;
    const now = performance.now();
    if (now >= endpoint.nextAt) {
      // Nothing is made up for: in no second are there more.
      endpoint.nextAt = now + 1000 / endpoint.limit;
      return false;
    }
    endpoint.timer ??= later(() => {
      endpoint.timer = undefined;
      this.pump(endpoint);
    }, endpoint.nextAt - now);
    return true;
  }

  private async run(endpoint: Endpoint, held: Held): Promise<void> {
    endpoint.inFlight += 1;
    this.running += 1;
    const { timedOut, durationMs } = await this.start(held);
    endpoint.inFlight -= 1;
    this.running -= 1;
    endpoint.tookMs += (durationMs - endpoint.tookMs) * weight;
    if (timedOut) endpoint.cap = Math.max(lowestCap, Math.floor(endpoint.cap / 2));
    else if (durationMs < quickMs) endpoint.cap = Math.min(highestCap, endpoint.cap + 1);
    // Webhooks that waited for a slot of the process come first.
    const [next] = this.starved;
    if (next) {
      this.starved.delete(next);
      this.pump(next);
    }
    this.pump(endpoint);
  }
}

/** What it takes in a moment, so that a burst for a quick receiver is not stored as waiting and read again. */
function roomOf({ cap, tookMs, limit }: Endpoint): number {
  const ahead = Math.min((cap * aheadMs) / Math.max(1, tookMs), ((limit ?? Number.POSITIVE_INFINITY) * aheadMs) / 1000);
  return Math.max(leastWaiting, Math.min(mostWaiting, ahead));
}
