// SQL because payloads are filtered and measured, taken in batches, and finished by one statement.
import type { InboundPayload } from "#server/db/generated/client.ts";
import { columns, empty, execute, json, row, rows, sql } from "#server/db/sql.ts";

const listed = [
  ...(["id", "channelId", "platform", "status", "error", "kinds", "attempts"] as const),
  ...(["receivedAt", "processedAt"] as const),
] satisfies (keyof InboundPayload)[];
const waiting = ["id", "platform", "body", "attempts", "receivedAt"] as const satisfies (keyof InboundPayload)[];

type Listed = Pick<InboundPayload, (typeof listed)[number]> & { size: number };
type Whole = Listed & Pick<InboundPayload, "body" | "headers" | "signatureOk">;
type Waiting = Pick<InboundPayload, (typeof waiting)[number]>;

const size = sql`octet_length(p."body") as "size"`;

export type PayloadFilters = {
  companyId: string;
  channelId?: string | undefined;
  status?: string | undefined;
  platform?: string | undefined;
  kind?: string | undefined;
  before: string | undefined;
};

/** The newest first, from before a place on. */
export function findPayloads(filters: PayloadFilters, limit: number): Promise<Listed[]> {
  const { companyId, channelId, status, platform, kind, before } = filters;
  const mine = sql`p."companyId" = ${companyId}${
    channelId === undefined ? empty : sql` and p."channelId"::text = ${channelId}`
  }${status === undefined ? empty : sql` and p."status" = ${status}`}${
    platform === undefined ? empty : sql` and p."platform" = ${platform}`
  }${kind === undefined ? empty : sql` and ${kind} = any(p."kinds")`}${
    before === undefined ? empty : sql` and p."id" < ${before}::uuid`
  }`;
  return rows<Listed>(sql`
    select ${columns(listed, "p")}, ${size} from inbound_payloads p where ${mine} order by p."id" desc limit ${limit}`);
}

export function findPayload(companyId: string, id: string): Promise<Whole | undefined> {
  return row<Whole>(sql`
    select ${columns(listed, "p")}, ${size}, p."body", p."headers", p."signatureOk" from inbound_payloads p
    where p."companyId" = ${companyId} and p."id" = ${id}`);
}

/** Each round waits twice as long as the one before. */
const isDue = sql`(p."attempts" = 0 or p."receivedAt" + make_interval(secs => power(2, least(p."attempts", 12))) <= now())`;

/** The oldest of a channel that wait, after a place. */
export function findWaiting(companyId: string, channelId: string, after: string, limit: number): Promise<Waiting[]> {
  return rows<Waiting>(sql`
    select ${columns(waiting, "p")} from inbound_payloads p
    where p."companyId" = ${companyId} and p."channelId" = ${channelId} and p."status" = 'received'
      and ${isDue} and p."id"::text > ${after} order by p."id" limit ${limit}`);
}

type Outcome = Pick<InboundPayload, "id" | "status" | "error" | "kinds">;

/** What became of each; what is `received` again still waits. */
export async function writeOutcomes(companyId: string, outcomes: readonly Outcome[], now: Date): Promise<void> {
  await execute(sql`
    update inbound_payloads p set "status" = o."status", "error" = o."error", "attempts" = p."attempts" + 1,
      "kinds" = array(select jsonb_array_elements_text(o."kinds")),
      "processedAt" = case when o."status" = 'received' then null else ${now}::timestamptz end
    from jsonb_to_recordset(${json(outcomes)}::jsonb) as o("id" uuid, "status" text, "error" text, "kinds" jsonb)
    where p."companyId" = ${companyId} and p."id" = o."id"`);
}
