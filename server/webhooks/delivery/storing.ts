import type pg from "pg";
import type { Batch, Delivery, Owed } from "./batch.ts";
import { leaseSeconds } from "./queue.ts";
import { faringOf, logAttempts, noteFaring, type Settled } from "./settling.ts";

/** Deliveries with their first attempts, and the cursor, move together: each event is stored once for each webhook. */
const storeAll = {
  name: "webhook_store",
  text: `
    with r as materialized (
      select * from json_to_recordset($1::json) as r("companyId" uuid, "deliveryId" uuid, "webhookId" uuid,
        "eventId" uuid, "sequence" bigint, "event" text, "body" text, "conversationId" uuid, "contactId" uuid,
        "createdAt" timestamptz, "trace" text, "status" text, "leasedBy" int, "attempt" int, "delayMs" int,
        "logged" boolean, "logId" uuid, "url" text, "requestHeaders" text, "statusCode" int, "responseBody" text,
        "errorMessage" text, "success" boolean, "durationMs" int, "startedAt" timestamptz)
    ), added as (
      insert into webhook_deliveries ("companyId", "id", "webhookId", "eventId", "sequence", "event", "body",
        "conversationId", "contactId", "createdAt", "trace", "status", "leasedBy", "attempt", "dueAt")
      select "companyId", "deliveryId", "webhookId", "eventId", "sequence", "event", "body", "conversationId",
        "contactId", "createdAt", "trace", "status", "leasedBy", "attempt",
        now() + "delayMs" * interval '1 millisecond' from r
    ), ${logAttempts}, ${noteFaring}
    update webhook_cursor set "position" = $4 where "id" = 1`,
};

const leaseMs = leaseSeconds * 1000;

/** One that nobody has tried yet; `sender`: in whose hands it is. */
function untried(sender: number | null) {
  return { status: "pending", leasedBy: sender, attempt: 0, delayMs: sender === null ? 0 : leaseMs, logged: false };
}

function rowOf(delivery: Delivery, result: Settled | undefined, sender: number | null) {
  const { companyId, id: deliveryId, webhookId, eventId, sequence, event, body, conversationId, contactId } = delivery;
  const { createdAt, trace } = delivery;
  return {
    ...{
      companyId,
      deliveryId,
      webhookId,
      eventId,
      sequence,
      event,
      body,
      conversationId,
      contactId,
      createdAt,
      trace,
    },
    ...(result ?? untried(sender)),
  };
}

/**
 * Those of webhooks under recovery whose recovery has ended since. Holds the cursor, as who ends one does: it has looked
 * at what the cursor has passed, so from here on they are the queue's.
 */
async function handedBack(client: pg.ClientBase, owed: readonly Owed[]): Promise<Owed[]> {
  await client.query(`select from webhook_cursor where "id" = 1 for update`);
  const { rows } = await client.query<{ id: string; recoveryId: string | null }>(
    `select "id", "recoveryId" from webhooks where "id" = any($1::uuid[]) and "isActive" and "deletedAt" is null`,
    [[...new Set(owed.map(({ webhookId }) => webhookId))]],
  );
  const active = new Map(rows.map(({ id, recoveryId }) => [id, recoveryId]));
  return owed.filter(({ webhookId, recoveryId }) => {
    const now = active.get(webhookId);
    return now !== undefined && now !== recoveryId;
  });
}

async function write(client: pg.ClientBase, batches: readonly Batch[], more: readonly Delivery[], sender: number) {
  const settled: Settled[] = [];
  const stored = batches.flatMap((batch) =>
    batch.deliveries.map((delivery) => {
      const result = batch.resultOf(delivery.id);
      if (result) settled.push(result);
      return rowOf(delivery, result, sender !== 0 && batch.isHeld(delivery.id) ? sender : null);
    }),
  );
  const rows = [...stored, ...more.map((delivery) => rowOf(delivery, undefined, null))];
  const { hours, health } = faringOf(settled);
  const lists = [rows, hours, health].map((list) => JSON.stringify(list));
  await client.query({ ...storeAll, values: [...lists, batches.at(-1)?.position] });
}

/** Stores batches that follow one another. `sender`: who leases what is still in hands; 0: nobody. */
export async function store(client: pg.ClientBase, batches: readonly Batch[], sender: number): Promise<void> {
  const owed = batches.flatMap((batch) => batch.owed);
  if (owed.length === 0) return write(client, batches, [], sender);
  await client.query("begin");
  try {
    await write(client, batches, await handedBack(client, owed), sender);
    await client.query("commit");
  } catch (error) {
    // Where the connection is gone, so is its transaction; the fault that led here is told.
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
}
