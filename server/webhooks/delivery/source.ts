import type pg from "pg";
import { systemPool } from "#server/db/system.ts";
import type { SourceEvent } from "./rendering.ts";

export const batchSize = 500;

const columns = `"companyId", "id", "seq", "position", "type", "channelId", "conversationId", "contactId", "messageId", "data",
      "createdAt", "operation", "trace"`;

/** Positions are given by one relay, in commit order and without gaps: reading on from the last misses nothing. */
export const readOn = {
  name: "webhook_source",
  text: `select ${columns} from events where "position" > $1 order by "position" limit ${batchSize}`,
};

/** An event that the queue has passed, with what became of it at one webhook; nulls: it was not queued. */
export type PassedEvent = SourceEvent & {
  deliveryId: string | null;
  body: string | null;
  attempt: number | null;
  status: string | null;
};

export type Passed = {
  companyId: string;
  webhookId: string;
  afterSeq: number;
  types: readonly string[];
  /** Also what failed for good, which is not owed but can be asked for. */
  failed: boolean;
  /** Also what waits for the queue, which would come to it by itself. */
  waiting: boolean;
};

/** What has not arrived and is in nobody's hands; whoever was taken out of it is not told of again. */
const missed = `(d."id" is null or d."status" in ('dropped', 'recovering') or (d."status" = 'failed' and $5)
  or (d."status" = 'pending' and d."leasedBy" is null and $6)) and d."scrubbedAt" is null`;

const ofWebhook = `left join lateral (
    select x."id", x."status", x."body", x."attempt", x."leasedBy", x."scrubbedAt" from webhook_deliveries x
    where x."companyId" = e."companyId" and x."eventId" = e."id" and x."webhookId" = $3 order by x."id" desc limit 1) d on true`;

function valuesOf({ companyId, afterSeq, webhookId, types, failed, waiting }: Passed): unknown[] {
  return [companyId, afterSeq, webhookId, types, failed, waiting];
}

/** The company's next events that the queue has passed and this webhook has missed, in their order. */
export async function readMissed(passed: Passed): Promise<PassedEvent[]> {
  const { rows } = await systemPool().query<PassedEvent>({
    name: "webhook_missed",
    text: `select e.*, d."id" as "deliveryId", d."body", d."attempt", d."status" from (
        select ${columns} from events where "companyId" = $1 and "seq" > $2 and "type" = any($4)
          and "position" <= (select "position" from webhook_cursor where "id" = 1)) e
      ${ofWebhook} where ${missed} order by e."seq" limit ${batchSize}`,
    values: valuesOf(passed),
  });
  return rows;
}

/** How many there are, at most `most`, without asking for channels and conditions. */
export async function countMissed(passed: Passed, most: number): Promise<number> {
  const { rows } = await systemPool().query<{ count: number }>({
    name: "webhook_count_missed",
    text: `select count(*)::int as "count" from (
        select from events e ${ofWebhook}
        where e."companyId" = $1 and e."seq" > $2 and e."type" = any($4) and (${missed}) limit $7) m`,
    values: [...valuesOf(passed), most],
  });
  return rows[0]?.count ?? 0;
}

/**
 * Events from before the recovery began, and the one that told of it, which the queue has not passed: those it may read
 * as if the webhook were paused still. A relay that is behind gives them their places late.
 */
const unpassed = {
  name: "recovery_unpassed",
  text: `with begun as (
      select r."createdAt" + interval '1 second' as "at" from webhook_recoveries r where r."companyId" = $1 and r."id" = $2)
    select exists (select from events e, begun where e."companyId" = $1 and e."seq" is null and e."createdAt" <= begun."at")
      or exists (select from events e, begun where e."companyId" = $1 and e."createdAt" <= begun."at"
        and e."position" > (select "position" from webhook_cursor where "id" = 1)) as "unpassed"`,
};

export async function hasUnpassed(client: pg.ClientBase, of: { companyId: string; id: string }): Promise<boolean> {
  const { rows } = await client.query<{ unpassed: boolean }>({ ...unpassed, values: [of.companyId, of.id] });
  return rows[0]?.unpassed !== false;
}
