import type pg from "pg";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { newId } from "#server/base/ids.ts";
import { log } from "#server/base/log.ts";
import { systemPool } from "#server/db/system.ts";
import { openCompany } from "#server/testing/fixture.ts";
import { Batch, type Delivery } from "../batch.ts";
import { dropped } from "../results.ts";
import { type Settled, settle } from "../settling.ts";
import { store } from "../storing.ts";

const company = await openCompany("Refused", ["webhook"]);
const { companyId } = company;
const webhookId = company.given.webhookId ?? "";

/** No text of the database can hold it. */
const nul = "a\0b";

function delivery(changes: Partial<Delivery> = {}): Delivery {
  const id = newId();
  const [eventId, body, event] = [newId(), JSON.stringify({ id }), "contact/created"];
  const about = { conversationId: null, contactId: null, createdAt: new Date(), trace: null, callsPerSecond: null };
  const attempts = { attempt: 0, attemptsBefore: 0 };
  return { companyId, id, webhookId, eventId, sequence: 1, event, body, ...about, ...attempts, mine: true, ...changes };
}

function sent(held: Delivery, changes: Partial<Settled> = {}): Settled {
  const succeeded = { status: "succeeded", attempt: 1, logged: true, statusCode: 200, success: true } as const;
  return { ...dropped(held), ...succeeded, responseBody: "thanks", ...changes };
}

async function rowsOf(deliveries: readonly Delivery[]) {
  const { rows } = await systemPool().query<{ id: string; status: string; entries: number }>(
    `select d."id", d."status", (select count(*)::int from webhook_attempts a
       where a."companyId" = d."companyId" and a."deliveryId" = d."id") as "entries"
     from webhook_deliveries d where d."companyId" = $1 and d."id" = any($2::uuid[])`,
    [companyId, deliveries.map(({ id }) => id)],
  );
  const found = new Map(rows.map(({ id, status, entries }) => [id, [status, entries]]));
  return deliveries.map(({ id }) => found.get(id));
}

const position = async () => {
  const { rows } = await systemPool().query<{ position: number }>(
    `select "position" from webhook_cursor where "id" = 1`,
  );
  return rows[0]?.position ?? 0;
};

async function successes(): Promise<number> {
  const { rows } = await systemPool().query<{ sum: number }>(
    `select coalesce(sum("successes"), 0)::int as "sum" from webhook_hours where "companyId" = $1`,
    [companyId],
  );
  return rows[0]?.sum ?? 0;
}

let client: pg.PoolClient;
const failed = vi.spyOn(log, "error");

beforeEach(async () => {
  failed.mockReset();
  client = await systemPool().connect();
});
afterEach(() => client.release(true));

const many = (count: number, changes: (index: number) => Partial<Delivery> = () => ({})) =>
  Array.from({ length: count }, (_, index) => delivery(changes(index)));

describe("a batch with a part that the database refuses", () => {
  it("is stored without that part, which is told once, and the cursor passes it", async () => {
    const before = await successes();
    const first = many(40, (index) => (index === 17 ? { body: nul } : {}));
    const second = many(3);
    const at = await position();
    const batches = [first, second].map((deliveries, index) => {
      return new Batch({ position: at + index + 1, events: deliveries.length, deliveries, owed: [] });
    });
    for (const held of first) batches[0]?.take(sent(held, held === first[5] ? { responseBody: nul } : {}));
    await store(client, batches, 7);
    const expected = first.map((_, index) => (index === 17 ? undefined : ["succeeded", index === 5 ? 0 : 1]));
    expect(await rowsOf(first)).toEqual(expected);
    expect(await rowsOf(second)).toEqual(second.map(() => ["pending", 0]));
    expect(await position()).toBe(at + 2);
    // Each success counts once, also where its entry is refused by the log: then not at all.
    expect(await successes()).toBe(before + 38);
    const told = [first[5], first[17]].map((held) => expect.objectContaining({ eventId: held?.eventId, webhookId }));
    expect(failed.mock.calls.map(([fields]) => fields)).toEqual(told);
  });

  it("is settled without that part, whose delivery is settled all the same and not sent again", async () => {
    const deliveries = many(30);
    await store(client, [new Batch({ position: await position(), events: 30, deliveries, owed: [] })], 7);
    const bad = deliveries[29];
    await settle(deliveries.map((held) => sent(held, held === bad ? { errorMessage: nul } : {})));
    expect(await rowsOf(deliveries)).toEqual(deliveries.map((held) => ["succeeded", held === bad ? 0 : 1]));
    expect(failed.mock.calls).toEqual([
      [{ companyId, webhookId, deliveryId: bad?.id, reason: expect.any(String) }, expect.any(String)],
    ]);
  });

  it("is settled once where the answer to its storing was lost", async () => {
    const deliveries = many(5);
    await store(client, [new Batch({ position: await position(), events: 5, deliveries, owed: [] })], 7);
    const results = deliveries.map((held) => sent(held));
    await settle(results.slice(0, 3));
    const before = await successes();
    await settle(results);
    expect(await rowsOf(deliveries)).toEqual(deliveries.map(() => ["succeeded", 1]));
    expect(await successes()).toBe(before + 2);
    expect(failed).not.toHaveBeenCalled();
  });

  it("stays as it is where the connection is lost meanwhile", async () => {
    const deliveries = many(8, (index) => (index === 3 ? { body: nul } : {}));
    const at = await position();
    const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>;
    let asked = 0;
    vi.spyOn(client, "query").mockImplementation((async (...given: unknown[]) => {
      asked += 1;
      if (asked === 9)
        await systemPool().query(`set local role none; select pg_terminate_backend(${await pidOf(query)})`);
      return query(...given);
    }) as typeof client.query);
    await expect(
      store(client, [new Batch({ position: at + 1, events: 8, deliveries, owed: [] })], 7),
    ).rejects.toThrow();
    expect(await rowsOf(deliveries)).toEqual(deliveries.map(() => undefined));
    expect(await position()).toBe(at);
    expect(failed).not.toHaveBeenCalled();
  });
});

async function pidOf(query: (...given: unknown[]) => Promise<unknown>): Promise<number> {
  const { rows } = (await query("select pg_backend_pid() as pid")) as { rows: { pid: number }[] };
  return rows[0]?.pid ?? 0;
}
