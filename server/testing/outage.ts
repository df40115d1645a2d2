import type pg from "pg";

type Outage = {
  companyId: string;
  /** What is delivered late: contacts that changed. */
  events: number;
  conversations: number;
  /** So long ago it began; it has lasted until now. */
  hours: number;
  /** What such an event says. */
  sample: Record<string, unknown>;
};

/** Of the first half the retries were made and failed; for the second the webhook stood still. */
type Missing = { companyId: string; webhookId: string; attempts: number };

export const outageType = "contact/updated";

/**
 * Stores what happened while a receiver was off, evenly over the hours, each with its number in its conversation. As
 * everywhere, ids begin with their time.
 */
export async function writeOutage(client: pg.Client | pg.Pool, outage: Outage): Promise<void> {
  const { companyId, events, conversations, hours, sample } = outage;
  await client.query(
    `insert into events ("companyId", "id", "type", "conversationId", "actorType", "actorId", "data", "createdAt")
     select $1::uuid, (lpad(to_hex((extract(epoch from t."at") * 1000)::bigint), 12, '0') || '7'
         || lpad(to_hex(n % 4096), 3, '0') || '8' || substr(md5(random()::text), 1, 15))::uuid, $2, t."id", 'system', 'outage', $6::jsonb
         || jsonb_build_object('conversationId', t."id", 'customFields', jsonb_build_object('nth', n / $4)),
       t."at"
     from (select array_agg(gen_random_uuid()) as ids from generate_series(1, $4)) c,
       generate_series(0, $3 - 1) n, lateral (select c.ids[1 + n % $4] as "id",
         now() - $5 * interval '1 hour' * (1 - n::float8 / $3) as "at") t
     order by n`,
    [companyId, outageType, events, conversations, hours, JSON.stringify(sample)],
  );
  await client.query("notify parley_commit");
}

/** Once the queue has passed it all. */
export async function failFirstHalf(client: pg.Client | pg.Pool, missing: Missing): Promise<number> {
  const { companyId, webhookId, attempts } = missing;
  const { rowCount } = await client.query(
    `insert into webhook_deliveries ("companyId", "id", "webhookId", "eventId", "sequence", "event", "body",
       "conversationId", "attempt", "status", "createdAt", "dueAt")
     select e."companyId", gen_random_uuid(), $2, e."id", e."seq", e."type",
       jsonb_build_object('event', e."type", 'timestamp', e."createdAt", 'data', e."data")::text,
       e."conversationId", $3, 'failed', e."createdAt", e."createdAt"
     from (select *, row_number() over (order by "seq") as n, count(*) over () as "all" from events
       where "companyId" = $1 and "type" = $4) e where e.n <= e."all" / 2`,
    [companyId, webhookId, attempts, outageType],
  );
  return rowCount ?? 0;
}

/** What came of it at the receiver. */
export class OutageLog {
  arrived = 0;
  doubled = 0;
  outOfOrder = 0;
  private readonly seen = new Set<string>();
  private readonly last = new Map<string, number>();

  hear(eventId: string, body: string): void {
    if (this.seen.has(eventId)) {
      this.doubled += 1;
      return;
    }
    this.seen.add(eventId);
    this.arrived += 1;
    const { data } = JSON.parse(body) as { data: { conversationId: string; customFields: { nth: number } } };
    const { conversationId, customFields } = data;
    if (customFields.nth !== (this.last.get(conversationId) ?? -1) + 1) this.outOfOrder += 1;
    this.last.set(conversationId, customFields.nth);
  }
}
