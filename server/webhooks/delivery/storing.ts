import type pg from "pg";
import { listsOf, unnested } from "#server/db/driver/lists.ts";
import { isRefused } from "#server/db/errors.ts";
import type { Batch, Delivery, Owed } from "./batch.ts";
import { leaseSeconds } from "./queue.ts";
import { writeApart } from "./refused/halving.ts";
import { faringOf, logAttempts, noteFaring, resultTypes, type Settled, unlogged } from "./settling.ts";

const deliveryTypes = {
  companyId: "uuid",
  id: "uuid",
  webhookId: "uuid",
  eventId: "uuid",
  sequence: "bigint",
  event: "text",
  conversationId: "uuid",
  contactId: "uuid",
  createdAt: "timestamptz",
  trace: "text",
};
const stateTypes = { ...resultTypes, leasedBy: "int" };
const placeTypes = { bodyAt: "int", bodyBytes: "int" };
const types = { ...deliveryTypes, ...stateTypes, ...placeTypes };

/**
 * Deliveries with their first attempts, and the cursor, move together: each event is stored once for each webhook. The
 * bodies are one piece, $4: to write and read them as values among others costs several times as much.
 */
const storeAll = {
  name: "webhook_store",
  text: `
    with r as materialized (
      select d.*, d."id" as "deliveryId" from ${unnested("d", types, 5)}
    ), added as (
      insert into webhook_deliveries ("companyId", "id", "webhookId", "eventId", "sequence", "event", "body",
        "conversationId", "contactId", "createdAt", "trace", "status", "leasedBy", "attempt", "dueAt")
      select "companyId", "id", "webhookId", "eventId", "sequence", "event",
        convert_from(substring($4::bytea, "bodyAt", "bodyBytes"), 'UTF8'), "conversationId", "contactId", "createdAt",
        "trace", "status", "leasedBy", "attempt", now() + "delayMs" * interval '1 millisecond' from r
    ), ${logAttempts}, ${noteFaring}
    update webhook_cursor set "position" = $3 where "id" = 1`,
};

const leaseMs = leaseSeconds * 1000;

type State = Partial<Settled> & { leasedBy?: number | null };

/** One that nobody has tried yet; `sender`: in whose hands it is. */
function untried(sender: number | null): State {
  return { status: "pending", leasedBy: sender, attempt: 0, delayMs: sender === null ? 0 : leaseMs, logged: false };
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

/** The bodies one after the other, and where each of them is. */
function bodiesOf(deliveries: readonly Delivery[]) {
  const bodies = deliveries.map(({ body }) => Buffer.from(body));
  let bodyAt = 1;
  const places = bodies.map(({ length: bodyBytes }) => {
    const place = { bodyAt, bodyBytes };
    bodyAt += bodyBytes;
    return place;
  });
  return { whole: Buffer.concat(bodies), places };
}

type Row = { delivery: Delivery; state: State; result?: Settled | undefined };

function rowsOf(batches: readonly Batch[], more: readonly Delivery[], sender: number): Row[] {
  const read = batches.flatMap((batch) =>
    batch.deliveries.map((delivery) => {
      const result = batch.resultOf(delivery.id);
      return { delivery, result, state: result ?? untried(sender !== 0 && batch.isHeld(delivery.id) ? sender : null) };
    }),
  );
  return [...read, ...more.map((delivery) => ({ delivery, state: untried(null) }))];
}

async function write(client: pg.ClientBase, position: number | undefined, rows: readonly Row[]): Promise<void> {
  const settled = rows.flatMap(({ result }) => result ?? []);
  const deliveries = rows.map(({ delivery }) => delivery);
  const states = rows.map(({ state }) => state);
  const { whole, places } = bodiesOf(deliveries);
  const lists = [...listsOf(deliveryTypes, deliveries), ...listsOf(stateTypes, states), ...listsOf(placeTypes, places)];
  await client.query({ ...storeAll, values: [...faringOf(settled), position, whole, ...lists] });
}

/** Without its attempt's entry in the log. */
function less({ delivery, result }: Row): Row | undefined {
  return result && { delivery, state: unlogged(result) };
}

const named = ({ delivery: { companyId, webhookId, eventId } }: Row) => ({ companyId, webhookId, eventId });

/** Stores batches that follow one another. `sender`: who leases what is still in hands; 0: nobody. */
export async function store(client: pg.ClientBase, batches: readonly Batch[], sender: number): Promise<void> {
  const position = batches.at(-1)?.position;
  const owed = batches.flatMap((batch) => batch.owed);
  try {
    if (owed.length === 0) return await write(client, position, rowsOf(batches, [], sender));
  } catch (error) {
    if (!isRefused(error)) throw error;
  }
  const all = async () => rowsOf(batches, owed.length > 0 ? await handedBack(client, owed) : [], sender);
  await writeApart(client, all, { write: (rows) => write(client, position, rows), less, named });
}
