import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { newId } from "#server/base/ids.ts";
import { log } from "#server/base/log.ts";
import { publicEventTypes } from "#server/core/events/public-types.ts";
import { isLost } from "#server/db/errors.ts";
import { later } from "#server/db/outside.ts";
import { systemPool } from "#server/db/system.ts";
import { matchesConditions } from "../options/matching.ts";
import { Batch, type Delivery, type Owed } from "./batch.ts";
import { Lead } from "./leading.ts";
import type { Held } from "./queue.ts";
import { RecentEvents } from "./recent-events.ts";
import { bodyOf, renderBody, type SourceEvent } from "./rendering.ts";
import type { Settled } from "./settling.ts";
import { batchSize, readOn } from "./source.ts";
import { store } from "./storing.ts";
import type { SubscriptionCache } from "./subscription-cache.ts";
import type { Subscription } from "./subscriptions.ts";

/** An action names the webhook that it is for; nobody subscribes to it. */
export const calling = "conversation/webhook_called";

const known: ReadonlySet<string> = new Set([...publicEventTypes, calling]);

/** More events than these are not read before the first of them are stored. */
const mostEvents = 1000;
const mostBatches = 16;
/** So many are handed on and stored together, so that some are sent while others are stored. */
const handful = 100;
const againMs = 300;

/** Whoever sends what is read: gets it at once, before it is stored. */
type Taker = {
  /** Under which the process leases what it has in hands; 0: it has lost its number. */
  sender: () => number;
  hasRoom: (webhookId: string, planned: number) => boolean;
  take: (deliveries: readonly Delivery[]) => void;
  /** Stored without a result: leased by this process, which has them in hands. */
  keep: (deliveries: readonly Delivery[]) => void;
  /** Results of what is stored already. */
  settle: (results: readonly Settled[]) => void;
  /** Somebody else sends them: answers those that had not begun to leave, and will not here. */
  abandon: (ids: ReadonlySet<string>) => readonly Held[];
};

/** An imported event of the past; it is sent only where the channel's settings ask for it. */
const ofThePast = "channels.writeImport";

function matches(event: SourceEvent, subscription: Subscription): boolean {
  if (event.type === calling) return "webhookId" in event.data && event.data.webhookId === subscription.id;
  const missed = event.createdAt < subscription.createdAt && event.operation !== ofThePast;
  return !missed && wants(event, subscription);
}

/** Whether the webhook is for events like this one. */
export function wants(event: SourceEvent, subscription: Subscription): boolean {
  if (!subscription.events.has(event.type)) return false;
  const { websiteId, channelIds, conditions } = subscription;
  if (websiteId !== "*" && websiteId !== event.channelId) return false;
  if (channelIds.size > 0 && !channelIds.has(event.channelId ?? "")) return false;
  return conditions.length === 0 || matchesConditions(bodyOf(event), conditions);
}

/**
 * Reads the stream of events, hands what is to be sent to the sender, and stores it with what became of it. One process
 * does it, as long as the connection lives on which it also stores; the next one reads on from what is stored.
 */
export class Filler {
  private readonly cache: SubscriptionCache;
  private readonly taker: Taker;
  private readonly lead: Lead;
  readonly recent = new RecentEvents();
  /** Up to where it has read. */
  private position = 0;
  private batches: Batch[] = [];
  /** Batches of deliveries in hands, by their ids. */
  private readonly inHands = new Map<string, Batch>();
  private storing: Promise<void> | undefined;
  private closed = false;
  private ending = false;
  /** Ends a pause of the storing: something is done. */
  private wake: () => void = () => undefined;
  /** Ends the reader's wait for room. */
  private goOn: () => void = () => undefined;

  constructor(url: string, cache: SubscriptionCache, taker: Taker) {
    this.cache = cache;
    this.taker = taker;
    this.lead = new Lead(url, () => this.abandon());
  }

  /** Reads and hands on one batch. Answers whether there may be more. */
  async fill(): Promise<boolean> {
    const begun = await this.lead.take();
    if (begun !== undefined) {
      this.cache.clear();
      this.position = begun;
    }
    const { client } = this.lead;
    if (!client) return false;
    while (this.isFull && !this.closed) await this.room();
    if (this.closed) return false;
    const { events, more } = await this.next();
    const position = events.at(-1)?.position;
    if (position === undefined) return false;
    const made = await this.deliveriesOf(events);
    // Lost meanwhile: another process reads them.
    if (this.lead.client !== client) return false;
    this.position = position;
    const batch = new Batch({ position, events: events.length, ...made });
    this.batches.push(batch);
    const mine = made.deliveries.filter((delivery) => delivery.mine);
    for (const { id } of mine) this.inHands.set(id, batch);
    this.taker.take(mine);
    this.store();
    return more;
  }

  /** Takes what became of an attempt of a delivery that is not stored yet; false: it is. */
  settled(result: Settled): boolean {
    const batch = this.inHands.get(result.deliveryId);
    if (!batch) return false;
    if (batch.state !== "storing") this.inHands.delete(result.deliveryId);
    if (!batch.take(result)) return false;
    if (batch.isDone) this.store();
    return true;
  }

  /** What will not leave from here; answers those that are stored already. */
  letGo(waiting: readonly Held[]): Held[] {
    const stored = waiting.filter(({ id }) => {
      const batch = this.inHands.get(id);
      batch?.letGo(id);
      this.inHands.delete(id);
      return batch === undefined;
    });
    this.store();
    return stored;
  }

  /** Reads no more. */
  close(): void {
    this.closed = true;
    this.goOn();
  }

  /** Stores all that it has read, whatever has become of it, and lets another process lead. */
  async stop(): Promise<void> {
    this.ending = true;
    this.store();
    await this.storing;
    await this.lead.end();
  }

  private get isFull(): boolean {
    const events = this.batches.reduce((sum, batch) => sum + batch.events, 0);
    return this.lead.client !== undefined && (events >= mostEvents || this.batches.length >= mostBatches);
  }

  private room(): Promise<void> {
    return new Promise((resolve) => {
      this.goOn = resolve;
    });
  }

  private store(): void {
    this.wake();
    this.storing ??= this.storeAll().finally(() => {
      this.storing = undefined;
      // Read while it ended.
      if (this.batches.length > 0 && !this.ending) this.store();
    });
  }

  /** Stores batches in their order, each when it is done or its time is over. */
  private async storeAll(): Promise<void> {
    for (;;) {
      const { client } = this.lead;
      const [first] = this.batches;
      if (!client || !first) return;
      const now = performance.now();
      const waits = this.batches.findIndex((batch) => !this.ending && !batch.isDone && batch.closesAt > now);
      const ready = this.batches.slice(0, waits < 0 ? undefined : waits);
      if (ready.length === 0) await this.pause(first.closesAt - now);
      else if (!(await this.storeThese(client, ready)) && this.ending) return;
    }
  }

  private async storeThese(client: pg.Client, batches: readonly Batch[]): Promise<boolean> {
    for (const batch of batches) batch.state = "storing";
    try {
      await store(client, batches, this.ending ? 0 : this.taker.sender());
    } catch (error) {
      log.warn({ error }, "what was read for webhooks could not be stored; trying again");
      // Without an answer of the database nobody knows whether it is stored: what is, the next leader passes.
      if (isLost(error)) this.lead.lose(client);
      else await sleep(againMs);
      return false;
    }
    // Lost with its answer: what it had in hands is abandoned already.
    if (this.lead.client !== client) return false;
    this.batches = this.batches.slice(batches.length);
    for (const batch of batches) {
      const { held, late } = batch.stored();
      for (const { id } of held) this.inHands.delete(id);
      this.taker.keep(held);
      this.taker.settle(late);
    }
    this.goOn();
    return true;
  }

  private pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = later(resolve, ms);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** The lead is lost: another process reads again what is not stored. */
  private abandon(): void {
    for (const batch of this.batches) batch.state = "abandoned";
    this.batches = [];
    const abandoned = new Set(this.inHands.keys());
    for (const { id } of this.taker.abandon(abandoned)) this.inHands.delete(id);
    this.wake();
    this.goOn();
  }

  private async next(): Promise<{ events: readonly SourceEvent[]; more: boolean }> {
    const recent = this.recent.after(this.position);
    if (recent.length > 0) return { events: recent.slice(0, handful), more: recent.length > handful };
    const { rows: events } = await systemPool().query<SourceEvent>({ ...readOn, values: [this.position] });
    return { events, more: events.length === batchSize };
  }

  private async deliveriesOf(events: readonly SourceEvent[]): Promise<{ deliveries: Delivery[]; owed: Owed[] }> {
    for (const event of events) if (event.type === "webhook/changed") this.cache.forget(event.companyId);
    const told = events.filter(({ type }) => known.has(type));
    const subscriptions = await this.cache.of(told.map(({ companyId }) => companyId));
    const [deliveries, owed]: [Delivery[], Owed[]] = [[], []];
    const planned = new Map<string, number>();
    for (const event of told) {
      const matching = (subscriptions.get(event.companyId) ?? []).filter((one) => matches(event, one));
      const body = matching.length > 0 ? renderBody(event) : "";
      for (const { id: webhookId, callsPerSecond, recoveryId } of matching) {
        const made = { ...deliveryOf(event, webhookId, body), callsPerSecond };
        if (recoveryId !== null && event.type !== calling) owed.push({ ...made, mine: false, recoveryId });
        else {
          const count = planned.get(webhookId) ?? 0;
          planned.set(webhookId, count + 1);
          // While events that it missed are sent, a call waits for the queue to have it back.
          deliveries.push({ ...made, mine: recoveryId === null && this.taker.hasRoom(webhookId, count) });
        }
      }
    }
    return { deliveries, owed };
  }
}

function deliveryOf(event: SourceEvent, webhookId: string, body: string) {
  const { companyId, id: eventId, seq: sequence, type, conversationId, contactId, createdAt, trace } = event;
  const attempts = { attempt: 0, attemptsBefore: 0 };
  return {
    ...{
      companyId,
      id: newId(),
      webhookId,
      eventId,
      sequence,
      event: type,
      body,
      conversationId,
      contactId,
      createdAt,
      trace,
    },
    ...attempts,
  };
}
