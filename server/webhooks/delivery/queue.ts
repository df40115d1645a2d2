import { systemPool } from "#server/db/system.ts";
import { leftover } from "#server/kit/presence/reaping.ts";

/** A delivery claimed by a sender. */
export type Held = {
  companyId: string;
  id: string;
  webhookId: string;
  eventId: string;
  sequence: number | null;
  event: string;
  body: string;
  attempt: number;
  attemptsBefore: number;
  /** W3C traceparent of its event, where traces are collected. */
  trace: string | null;
  /** Of its webhook. */
  callsPerSecond: number | null;
};

/** How long a claim lasts before others may take the delivery. Renewed while it is held. */
export const leaseSeconds = 30;

/**
 * Due deliveries of every webhook but the full ones and those under recovery, at most $3 of each: the queue's index is skipped from webhook to
 * webhook, so that the backlog of a hung one is never walked.
 */
const claimDue = {
  name: "webhook_claim",
  text: `
    with recursive waiting as (
      (select "companyId", "webhookId" from webhook_deliveries where "status" = 'pending'
        order by "companyId", "webhookId" limit 1)
      union all
      select n."companyId", n."webhookId" from waiting w cross join lateral (
        select d."companyId", d."webhookId" from webhook_deliveries d
        where d."status" = 'pending' and (d."companyId", d."webhookId") > (w."companyId", w."webhookId")
        order by d."companyId", d."webhookId" limit 1) n
    ), due as materialized (
      select d."companyId", d."id" from waiting w cross join lateral (
        select x."companyId", x."id" from webhook_deliveries x
        where x."companyId" = w."companyId" and x."webhookId" = w."webhookId" and x."status" = 'pending'
          and x."dueAt" <= now()
        order by x."dueAt" limit $3 for update skip locked) d
      where w."webhookId" <> all($2::uuid[]) and not exists (select from webhooks r
        where r."companyId" = w."companyId" and r."id" = w."webhookId" and r."recoveryId" is not null)
    )
    update webhook_deliveries d set "leasedBy" = $1, "dueAt" = now() + interval '${leaseSeconds} seconds'
    from due, webhooks w where d."companyId" = due."companyId" and d."id" = due."id"
      and w."companyId" = d."companyId" and w."id" = d."webhookId"
    returning d."companyId", d."id", d."webhookId", d."eventId", d."sequence", d."event", d."body",
      d."attempt", d."attemptsBefore", d."trace", w."callsPerSecond"`,
};

/** Takes what is due, oldest event first within a webhook. */
export async function claim(sender: number, full: readonly string[], perWebhook: number): Promise<Held[]> {
  const { rows } = await systemPool().query<Held>({ ...claimDue, values: [sender, full, perWebhook] });
  return rows.sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Skips rows that are being written: they are being settled, and waiting could deadlock. */
const held = `with held as materialized (
    select d."companyId", d."id" from unnest($1::uuid[], $2::uuid[]) as k("companyId", "id")
    join webhook_deliveries d on d."companyId" = k."companyId" and d."id" = k."id"
    where d."status" = 'pending' for update of d skip locked)`;

const ofHeld = `from held where d."companyId" = held."companyId" and d."id" = held."id"`;

export async function renew(keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await systemPool().query({
    name: "webhook_renew",
    text: `${held} update webhook_deliveries d set "dueAt" = now() + interval '${leaseSeconds} seconds' ${ofHeld}`,
    values: columnsOf(keys),
  });
}

/** What a process that died had leased is due at once. */
export const leasedDeliveries = leftover(
  "webhook deliveries",
  `update webhook_deliveries set "leasedBy" = null, "dueAt" = now()
   where "status" = 'pending' and "leasedBy" = any($1::int[])`,
);

/** Gives deliveries back at once. */
export async function release(keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await systemPool().query({
    name: "webhook_release",
    text: `${held} update webhook_deliveries d set "dueAt" = now(), "leasedBy" = null ${ofHeld}`,
    values: columnsOf(keys),
  });
}

/** Keys are kept as "company/delivery". */
export const keyOf = ({ companyId, id }: Pick<Held, "companyId" | "id">): string => `${companyId}/${id}`;

function columnsOf(keys: readonly string[]): [string[], string[]] {
  const parts = keys.map((key) => key.split("/"));
  return [parts.map(([companyId = ""]) => companyId), parts.map(([, id = ""]) => id)];
}
