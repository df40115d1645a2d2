import { setTimeout as sleep } from "node:timers/promises";
import { log } from "#server/base/log.ts";
import type { EventData } from "#server/core/events/table.ts";
import { every } from "#server/db/outside.ts";
import { openPresence, type Presence } from "#server/kit/presence/presence.ts";
import { Recoverer } from "../recovery/running.ts";
import { Endpoints } from "./endpoints.ts";
import { calling, Filler } from "./filling.ts";
import { post } from "./posting.ts";
import { claim, type Held, keyOf, release, renew } from "./queue.ts";
import type { SourceEvent } from "./rendering.ts";
import { dropped, resultOf } from "./results.ts";
import { type Settled, settle } from "./settling.ts";
import { SubscriptionCache } from "./subscription-cache.ts";
import { traced } from "./tracing.ts";

const claimMs = 200;
const fillMs = 500;
/** The first event at once, those of a busy moment together. */
const fillPauseMs = 40;
const flushMs = 4;
const renewMs = 8000;
const perWebhook = 256;
const largestFlush = 500;
/** With this many unwritten results, no further calls are made. */
const maxUnwritten = 4000;
const stopMs = 3000;

type Options = {
  url: string;
  /** Reports relayed events, so that they are queued at once. Without it they are found by polling. */
  follow?: (listener: (events: readonly SourceEvent[]) => void) => () => void;
  /** Milliseconds before the first retry: tests only. */
  backoffMs?: number;
};

export type Deliveries = { stop(): Promise<void> };

/** Fills the queue, sends and retries, in this process, until stopped. Several processes share the work. */
export async function startDeliveries(options: Options): Promise<Deliveries> {
  const dispatcher = new Dispatcher(options, await openPresence(options.url));
  await dispatcher.start();
  return dispatcher;
}

class Dispatcher implements Deliveries {
  private readonly cache = new SubscriptionCache();
  private readonly presence: Presence;
  private readonly filler: Filler;
  private readonly endpoints = new Endpoints((held) => this.attempt(held));
  private readonly held = new Set<string>();
  private readonly backoffMs: number;
  private readonly follow: Options["follow"];
  private readonly recoverer: Recoverer;
  private results: Settled[] = [];
  private flushing: Promise<void> | undefined;
  private filling: Promise<void> | undefined;
  private fillAgain = false;
  private claiming: Promise<void> | undefined;
  private timers: NodeJS.Timeout[] = [];
  private unfollow: () => void = () => undefined;
  private forget: () => void = () => undefined;
  private stopped = false;

  constructor({ url, follow, backoffMs = 1000 }: Options, presence: Presence) {
    this.presence = presence;
    this.follow = follow;
    this.backoffMs = backoffMs;
    this.recoverer = new Recoverer(backoffMs);
    const { endpoints } = this;
    this.filler = new Filler(url, this.cache, {
      sender: () => presence.current,
      hasRoom: (webhookId, planned) => endpoints.hasRoom(webhookId, planned),
      take: (deliveries) => endpoints.add(deliveries),
      keep: (deliveries) => this.hold(deliveries),
      settle: (results) => this.note(results),
      abandon: (ids) => endpoints.drop(({ id }) => ids.has(id)),
    });
  }

  async start(): Promise<void> {
    this.forget = this.presence.onLoss(() => this.disown());
    this.unfollow = this.follow?.((events) => this.hear(events)) ?? this.unfollow;
    this.timers = [
      every(() => this.fill(), fillMs),
      every(() => this.claimDue(), claimMs),
      every(() => this.quietly(renew([...this.held])), renewMs),
    ];
    this.fill();
    this.claimDue();
    this.recoverer.start();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.endpoints.paused = true;
    this.filler.close();
    for (const timer of this.timers) clearInterval(timer);
    this.unfollow();
    this.forget();
    await Promise.all([this.filling, this.claiming, this.recoverer.stop()]);
    const waiting = this.filler.letGo(this.endpoints.drop());
    await release(waiting.map(keyOf));
    for (const held of waiting) this.held.delete(keyOf(held));
    const deadline = Date.now() + stopMs;
    while (this.endpoints.inFlight > 0 && Date.now() < deadline) await sleep(20);
    await this.filler.stop();
    await this.flushing;
    // Calls without an answer by now are repeated by the next process.
    await release([...this.held]);
  }

  /** The number under which all is leased was lost: others send what has not begun to leave here. */
  private disown(): void {
    for (const held of this.filler.letGo(this.endpoints.drop())) this.held.delete(keyOf(held));
  }

  private hear(events: readonly SourceEvent[]): void {
    this.filler.recent.add(events);
    for (const { type, companyId, data } of events) {
      if (type !== "webhook/changed") continue;
      this.cache.forget(companyId);
      this.recoverer.hear(companyId);
      const { id, paused, deleted } = data as EventData<typeof type>;
      if (paused || deleted) this.silence(id);
    }
    this.fill();
  }

  /** Paused or deleted: what waits here for it is dropped as what is stored was, even if it goes on at once (K7). */
  private silence(webhookId: string): void {
    for (const held of this.endpoints.drop((one) => one.webhookId === webhookId)) this.settled(dropped(held));
  }

  private quietly(work: Promise<unknown>): void {
    work.catch((error: unknown) => log.warn({ error }, "the webhook queue could not be kept"));
  }

  /** Queues what has happened until nothing is left. */
  private fill(): void {
    this.fillAgain = true;
    if (this.stopped || this.filling) return;
    this.filling = this.fillAll()
      .catch((error: unknown) => log.warn({ error }, "events could not be queued for webhooks"))
      .finally(() => {
        this.filling = undefined;
      });
  }

  private async fillAll(): Promise<void> {
    while (this.fillAgain && !this.stopped) {
      this.fillAgain = false;
      if (this.presence.current !== 0 && (await this.filler.fill())) this.fillAgain = true;
      else await sleep(fillPauseMs);
    }
  }

  /** Takes retries that are due, and what could not be taken at once. */
  private claimDue(): void {
    if (this.stopped || this.claiming || this.endpoints.paused || this.presence.current === 0) return;
    this.claiming = this.claimAll()
      .then(
        () => this.endpoints.hungry,
        (error: unknown) => {
          log.warn({ error }, "deliveries could not be taken from the queue");
          return false;
        },
      )
      .then((more) => {
        this.claiming = undefined;
        if (more) this.claimDue();
      });
  }

  private async claimAll(): Promise<void> {
    const full = this.endpoints.full();
    const sender = this.presence.current;
    const deliveries = await claim(sender, full, perWebhook);
    // Lost meanwhile: somebody else frees them.
    if (sender !== this.presence.current) return;
    this.hold(deliveries);
    this.endpoints.claimed(deliveries, full, perWebhook);
  }

  private hold(deliveries: readonly Held[]): void {
    for (const held of deliveries) this.held.add(keyOf(held));
  }

  private async attempt(held: Held): Promise<{ timedOut: boolean; durationMs: number }> {
    try {
      const subscription = await this.cache.find(held.companyId, held.webhookId);
      const wanted = held.event === calling || subscription?.events.has(held.event);
      if (!subscription || !wanted) {
        this.settled(dropped(held));
        return { timedOut: false, durationMs: 0 };
      }
      const outcome = await traced(held, async () => {
        const came = await post(subscription, held);
        this.settled(resultOf(held, subscription, came, this.backoffMs));
        return came;
      });
      const timedOut = outcome.statusCode === null && outcome.retryable;
      if (this.endpoints.hungry) this.claimDue();
      return { timedOut, durationMs: outcome.durationMs };
    } catch (error) {
      // The database is away: the lease ends, and any running process then takes it.
      log.warn({ error }, "a delivery could not be attempted");
      this.filler.letGo([held]);
      this.held.delete(keyOf(held));
      return { timedOut: true, durationMs: 0 };
    }
  }

  private settled(result: Settled): void {
    if (!this.filler.settled(result)) this.note([result]);
  }

  /** Of deliveries that are stored. */
  private note(results: readonly Settled[]): void {
    if (results.length === 0) return;
    this.results.push(...results);
    if (this.results.length > maxUnwritten) this.endpoints.paused = true;
    this.flushing ??= this.flush().finally(() => {
      this.flushing = undefined;
    });
  }

  /** Writes what has gathered, a few milliseconds' worth at a time, for as long as something gathers. */
  private async flush(): Promise<void> {
    await sleep(flushMs);
    while (this.results.length > 0) {
      const batch = this.results.slice(0, largestFlush);
      try {
        await settle(batch);
      } catch (error) {
        log.warn({ error }, "attempts could not be written to the log; trying again");
        if (this.stopped) return;
        await sleep(300);
        continue;
      }
      this.results = this.results.slice(batch.length);
      for (const { companyId, deliveryId } of batch) this.held.delete(keyOf({ companyId, id: deliveryId }));
      if (this.endpoints.paused && !this.stopped) {
        this.endpoints.paused = false;
        this.endpoints.resume();
      }
      await sleep(flushMs);
    }
  }
}
