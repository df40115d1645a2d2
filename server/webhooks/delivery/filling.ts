import type pg from "pg";
import { newId } from "#server/base/ids.ts";
import { publicEventTypes } from "#server/core/events/public-types.ts";
import { systemPool } from "#server/db/system.ts";
import { fulfils } from "../options/judging.ts";
import { Heard } from "./heard.ts";
import { type Held, leaseSeconds } from "./queue.ts";
import { bodyOf, renderBody, type SourceEvent } from "./rendering.ts";
import { batchSize, readOn } from "./source.ts";
import type { SubscriptionCache } from "./subscription-cache.ts";
import type { Subscription } from "./subscriptions.ts";

/** An action names the webhook that it is for; nobody subscribes to it. */
const calling = "conversation/webhook_called";

const known: ReadonlySet<string> = new Set([...publicEventTypes, calling]);

const takeCursor = {
  name: "webhook_cursor",
  text: `select "position" from webhook_cursor where "id" = 1 for update skip locked`,
};

/** Deliveries and cursor move in one transaction: each event is queued once for each of its webhooks. */
const addAndMove = {
  name: "webhook_fill",
  text: `
    with added as (
      insert into webhook_deliveries ("companyId", "id", "webhookId", "eventId", "sequence", "event", "body", "conversationId",
        "contactId", "createdAt", "leasedBy", "dueAt", "trace")
      select d."companyId", d."id", d."webhookId", d."eventId", d."sequence", d."event", d."body", d."conversationId", d."contactId",
        d."createdAt", case when d."mine" then $3::int end,
        case when d."mine" then now() + interval '${leaseSeconds} seconds' else now() end, d."trace"
      from json_to_recordset($1::json) as d("companyId" uuid, "id" uuid, "webhookId" uuid, "eventId" uuid, "sequence" bigint,
        "event" text, "body" text, "conversationId" uuid, "contactId" uuid, "createdAt" timestamptz, "mine" boolean, "trace" text)
    )
    update webhook_cursor set "position" = $2 where "id" = 1`,
};

type Delivery = Held & { conversationId: string | null; contactId: string | null; mine: boolean };

/** The sender: says whether it takes a delivery at once, and gets it after the commit. */
export type Taker = {
  sender: number;
  hasRoom: (webhookId: string, planned: number) => boolean;
  take: (deliveries: readonly Held[]) => void;
};

/** An imported event of the past; it is sent only where the channel's settings ask for it. */
const ofThePast = "channels.writeImport";

function matches(event: SourceEvent, subscription: Subscription): boolean {
  if (event.type === calling) return "webhookId" in event.data && event.data.webhookId === subscription.id;
  const missed = event.createdAt < subscription.createdAt && event.operation !== ofThePast;
  return !missed && subscription.recoveryId === null && wants(event, subscription);
}

/** Whether the webhook is for events like this one. */
export function wants(event: SourceEvent, subscription: Subscription): boolean {
  if (!subscription.events.has(event.type)) return false;
  const { websiteId, channelIds, conditions } = subscription;
  if (websiteId !== "*" && websiteId !== event.channelId) return false;
  if (channelIds.size > 0 && !channelIds.has(event.channelId ?? "")) return false;
  return conditions.length === 0 || fulfils(bodyOf(event), conditions);
}

/** Fills the queue from the stream of events. Any process may do it, one at a time; the next one reads on. */
export class Filler {
  private readonly cache: SubscriptionCache;
  private readonly taker: Taker;
  readonly heard = new Heard();
  /** Where this process stood last: if another has filled since, it may know of webhooks that the cache does not. */
  private last = -1;

  constructor(cache: SubscriptionCache, taker: Taker) {
    this.cache = cache;
    this.taker = taker;
  }

  /** One batch. Answers whether there may be more. */
  async fill(): Promise<boolean> {
    const client = await systemPool().connect();
    let broken: Error | undefined;
    try {
      await client.query("begin");
      const done = await this.fillWith(client);
      await client.query("commit");
      if (!done) return false;
      this.last = done.position;
      this.taker.take(done.mine);
      return done.more;
    } catch (error) {
      await client.query("rollback").catch((cause: Error) => {
        broken = cause;
      });
      throw error;
    } finally {
      client.release(broken);
    }
  }

  private async fillWith(client: pg.PoolClient) {
    const cursor = (await client.query<{ position: number }>(takeCursor)).rows[0];
    if (!cursor) return undefined;
    if (cursor.position !== this.last) this.cache.clear();
    const events = await this.next(client, cursor.position);
    const position = events.at(-1)?.position ?? cursor.position;
    const deliveries = await this.deliveriesOf(events);
    if (events.length > 0) {
      await client.query({ ...addAndMove, values: [JSON.stringify(deliveries), position, this.taker.sender] });
    }
    return { position, more: events.length === batchSize, mine: deliveries.filter(({ mine }) => mine) };
  }

  private async next(client: pg.PoolClient, position: number): Promise<readonly SourceEvent[]> {
    const heard = this.heard.after(position);
    if (heard.length > 0) return heard;
    return (await client.query<SourceEvent>({ ...readOn, values: [position] })).rows;
  }

  private async deliveriesOf(events: readonly SourceEvent[]): Promise<Delivery[]> {
    for (const event of events) if (event.type === "webhook/changed") this.cache.forget(event.companyId);
    const told = events.filter(({ type }) => known.has(type));
    const subscriptions = await this.cache.of(told.map(({ companyId }) => companyId));
    const pairs = told.flatMap((event) =>
      (subscriptions.get(event.companyId) ?? [])
        .filter((subscription) => matches(event, subscription))
        .map(({ id, callsPerSecond, recoveryId }) => ({ event, webhookId: id, callsPerSecond, recoveryId })),
    );
    if (pairs.length === 0) return [];
    const bodies = new Map([...new Set(pairs.map(({ event }) => event))].map((event) => [event, renderBody(event)]));
    const planned = new Map<string, number>();
    return pairs.map(({ event, webhookId, callsPerSecond, recoveryId }) => {
      const count = planned.get(webhookId) ?? 0;
      planned.set(webhookId, count + 1);
      // While events that it missed are sent, a call waits for the queue to have it back.
      const mine = recoveryId === null && this.taker.hasRoom(webhookId, count);
      return { ...deliveryOf(event, webhookId, bodies.get(event) ?? ""), callsPerSecond, mine };
    });
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
