import { newId } from "#server/base/ids.ts";
import { systemPool } from "#server/db/system.ts";
import type { Held } from "../delivery/queue.ts";
import { renderBody } from "../delivery/rendering.ts";
import { hasUnpassed, type PassedEvent } from "../delivery/source.ts";
import type { Subscription } from "../delivery/subscriptions.ts";

/** A recovery as who works on it knows it; seqs of this size fit. */
export type Recovery = {
  companyId: string;
  id: string;
  webhookId: string;
  afterSeq: number;
  keptAfter: number;
  held: boolean;
  total: number | null;
  done: number;
  failed: number;
};

/** How long others leave it alone. Renewed while it is worked on. */
const leaseSeconds = 30;

const take = {
  name: "recovery_take",
  text: `update webhook_recoveries r set "heldUntil" = now() + interval '${leaseSeconds} seconds'
    from (select "companyId", "id" from webhook_recoveries where "finishedAt" is null and "heldUntil" <= now()
        and "companyId" <> all($1::uuid[])
      order by "heldUntil" limit 1 for update skip locked) w
    where r."companyId" = w."companyId" and r."id" = w."id"
    returning r."companyId", r."id", r."webhookId", r."afterSeq", r."keptAfter", r."held", r."total", r."done", r."failed"`,
};

/** One that nobody works on, of another company than these; whose turn was the longest ago. */
export async function takeRecovery(but: readonly string[]): Promise<Recovery | undefined> {
  return (await systemPool().query<Recovery>({ ...take, values: [but] })).rows[0];
}

/** `seconds` 0: gives it back; with more, so that nobody begins before its webhook takes the next call. */
export async function holdRecovery({ companyId, id }: Recovery, seconds = leaseSeconds): Promise<void> {
  await systemPool().query(
    `update webhook_recoveries set "heldUntil" = now() + $3 * interval '1 second'
     where "companyId" = $1 and "id" = $2 and "finishedAt" is null`,
    [companyId, id, seconds],
  );
}

const upsert = {
  name: "recovery_upsert",
  text: `with given as (
      select * from jsonb_to_recordset($1::jsonb) as g("companyId" uuid, "id" uuid, "webhookId" uuid, "eventId" uuid,
        "sequence" bigint, "event" text, "body" text, "conversationId" uuid, "contactId" uuid, "createdAt" timestamptz,
        "isNew" boolean)
    ), added as (
      insert into webhook_deliveries ("companyId", "id", "webhookId", "eventId", "sequence", "event", "body",
        "conversationId", "contactId", "createdAt", "status")
      select "companyId", "id", "webhookId", "eventId", "sequence", "event", "body", "conversationId", "contactId",
        "createdAt", $2 from given where "isNew" returning "id"
    ), taken as (
      update webhook_deliveries d set "status" = $2, "leasedBy" = null, "attemptsBefore" = d."attempt",
        "dueAt" = case d."status" when 'pending' then d."dueAt" else now() end
      from given g where not g."isNew" and d."companyId" = g."companyId" and d."id" = g."id" and d."leasedBy" is null
        and d."scrubbedAt" is null and d."status" in ('pending', 'failed', 'dropped', 'recovering') returning d."id"
    ) select "id" from added union all select "id" from taken`,
};

/**
 * A missed delivery, with where it belongs in its order. `owed`: it waited for the queue, or a process that died had it
 * in hands, so it goes back there where it is not sent.
 */
export type Missed = Held & { chain: string; owed: boolean };

/**
 * Makes deliveries of missed events: `recovering` ones are sent by the caller, `pending` ones by the queue. Those that
 * the queue has just begun to send are left to it.
 */
export async function deliver(
  events: readonly PassedEvent[],
  subscription: Subscription,
  status: "recovering" | "pending",
): Promise<Missed[]> {
  if (events.length === 0) return [];
  const { id: webhookId, callsPerSecond } = subscription;
  const given = events.map((event) => {
    const { companyId, conversationId, contactId, createdAt, id: eventId, seq: sequence, type } = event;
    const body = event.body ?? renderBody(event);
    const shared = { companyId, webhookId, eventId, sequence, event: type, body, conversationId, contactId, createdAt };
    return {
      ...shared,
      id: event.deliveryId ?? newId(),
      trace: event.trace,
      isNew: event.deliveryId === null,
      attempt: event.attempt ?? 0,
      owed: event.status === "pending" || event.status === "recovering",
    };
  });
  const { rows } = await systemPool().query<{ id: string }>({ ...upsert, values: [JSON.stringify(given), status] });
  const ours = new Set(rows.map(({ id }) => id));
  return given
    .filter(({ id }) => ours.has(id))
    .map(({ isNew: _isNew, createdAt: _at, conversationId, contactId, attempt, ...held }) => ({
      ...held,
      attempt,
      attemptsBefore: attempt,
      callsPerSecond,
      chain: conversationId ?? contactId ?? held.eventId,
    }));
}

/** What waited for the queue before does so again, until when it did. */
export async function giveBack(left: readonly Missed[]): Promise<void> {
  const owed = left.filter((missed) => missed.owed);
  if (owed.length === 0) return;
  await systemPool().query(
    `update webhook_deliveries d set "status" = 'pending' from unnest($1::uuid[], $2::uuid[]) as k("companyId", "id")
     where d."companyId" = k."companyId" and d."id" = k."id" and d."status" = 'recovering'`,
    [owed.map(({ companyId }) => companyId), owed.map(({ id }) => id)],
  );
}

/** What else was about to be sent is given up. */
export async function failRecovering({ companyId, webhookId }: Recovery): Promise<void> {
  await systemPool().query(
    `update webhook_deliveries set "status" = 'failed' where "companyId" = $1 and "webhookId" = $2 and "status" = 'recovering'`,
    [companyId, webhookId],
  );
}

/**
 * Gives the webhook's events back to the queue, while the queue stands still: nothing that it has passed may be left
 * behind, and what it reads next it finds the webhook without a recovery. Answers whether that was so.
 */
export async function handBack(recovery: Recovery, isCaughtUp: () => Promise<boolean>): Promise<boolean> {
  const client = await systemPool().connect();
  let broken: Error | undefined;
  try {
    await client.query("begin");
    await client.query(`select from webhook_cursor where "id" = 1 for update`);
    const caughtUp = !(await hasUnpassed(client, recovery)) && (await isCaughtUp());
    if (caughtUp) {
      await client.query(
        `update webhooks set "recoveryId" = null where "companyId" = $1 and "id" = $2 and "recoveryId" = $3`,
        [recovery.companyId, recovery.webhookId, recovery.id],
      );
    }
    await client.query("commit");
    return caughtUp;
  } catch (error) {
    await client.query("rollback").catch((cause: Error) => {
      broken = cause;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}
