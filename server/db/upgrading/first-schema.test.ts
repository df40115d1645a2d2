import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { scratchDatabase } from "#server/testing/database-server.ts";
import { applyMigrations } from "../migrate.ts";

const all = path.join(import.meta.dirname, "../../../prisma/migrations");
/** The schema of the first version that could be started: commit f764f10. */
const lastOfFirst = "20261121000700_conversation_search";
const names = fs.readdirSync(all).filter((name) => /^\d{14}_/.test(name));
const first = names.filter((name) => name <= lastOfFirst);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "parley-first-"));
afterAll(() => fs.rmSync(folder, { recursive: true }));

type Row = Record<string, unknown>;
type Tables = Record<string, Row[]>;

let client: pg.Client;
let before: Tables;
let columns: Record<string, string[]>;

async function columnsNow(): Promise<Record<string, string[]>> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(`
    select c.table_name as "table", array_agg(c.column_name::text order by c.ordinal_position) as "columns"
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.table_name <> '_prisma_migrations'
    group by c.table_name`);
  return Object.fromEntries(rows.map(({ table, columns: names }) => [table, names]));
}

/** Every row as texts, of these columns only. */
async function readAll(wanted: Record<string, string[]>): Promise<Tables> {
  const tables: Tables = {};
  for (const [table, names] of Object.entries(wanted)) {
    const list = names.map((name) => `"${name}"::text`).join(", ");
    const { rows } = await client.query<Row>(`select ${list} from "${table}" order by ${list}`);
    if (rows.length > 0) tables[table] = rows;
  }
  return tables;
}

beforeAll(async () => {
  const url = await scratchDatabase(inject("testServer"), "first_schema");
  for (const name of first) fs.cpSync(path.join(all, name), path.join(folder, name), { recursive: true });
  expect(await applyMigrations(url, folder)).toEqual(first);
  client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(fs.readFileSync(path.join(import.meta.dirname, "first-schema.sql"), "utf8"));
  columns = await columnsNow();
  before = await readAll(columns);
  expect(await applyMigrations(url)).toEqual(names.filter((name) => name > lastOfFirst));
});
afterAll(() => client.end());

/** What has another shape or place by now, and why; all else must be as it was. */
const moved: Record<string, string> = {
  "chatbots.rotation": "counts in assignment_rotations, from the start again: whose turn it is may be anybody's",
  "events.data": "events of messages hold the whole payload by now, made from the message",
  "saved_views.query": "names the list that the view is of",
  "webhook_deliveries.leasedUntil": "a claim of a process that an upgrade has ended",
  "webhooks.customHeaders": "sealed by now; none are an empty text",
  "webhooks.consecutiveFailures": "counts in webhook_health, from the next delivery on",
};

describe("a database of the first released schema, with what people made in it", () => {
  it("keeps every row and every value through all migrations", async () => {
    const now = await columnsNow();
    const kept = Object.fromEntries(
      Object.keys(before).map((table) => [
        table,
        (columns[table] ?? []).filter((name) => now[table]?.includes(name) && !(`${table}.${name}` in moved)),
      ]),
    );
    const gone = Object.keys(before).flatMap((table) =>
      (columns[table] ?? []).filter((name) => !now[table]?.includes(name)).map((name) => `${table}.${name}`),
    );
    expect(gone.filter((name) => !(name in moved))).toEqual([]);
    const after = await readAll(kept);
    for (const [table, rows] of Object.entries(before)) {
      const shown = rows.map((row) => Object.fromEntries((kept[table] ?? []).map((name) => [name, row[name]])));
      const known = (after[table] ?? []).map((row) => JSON.stringify(row));
      expect([table, shown.filter((row) => !known.includes(JSON.stringify(row)))]).toEqual([table, []]);
    }
  });

  it("has what the lists, the search and the totals read by now, of those rows too", async () => {
    const counts = async (sql: string) => (await client.query<Row>(sql)).rows[0];
    expect(await counts(`select count(*)::int as "n" from conversation_activity`)).toEqual({ n: 2 });
    expect(await counts(`select count(*)::int as "n" from conversation_search where "name" like '%ana garc%'`)).toEqual(
      { n: 1 },
    );
    expect(await counts(`select count(*)::int as "n" from conversation_tags where "tag" = 'vip'`)).toEqual({ n: 1 });
    expect(
      await counts(`select count(*)::int as "n" from contact_search where "email" like '%ana@example.com%'`),
    ).toEqual({ n: 1 });
    expect(await counts(`select count(*)::int as "n" from contact_links where "key" = 'phone:5491155550000'`)).toEqual({
      n: 1,
    });
    const totals = await counts(`
      select coalesce(sum("count"), 0)::int as "n" from (select "count" from list_counters where "list" = 'contacts' and "key" = 'all'
        union all select "count" from list_counter_deltas where "list" = 'contacts' and "key" = 'all') t`);
    expect(totals).toEqual({ n: 2 });
    expect(await counts(`select "query" from saved_views`)).toEqual({ query: "view=mine&tab=mine" });
    expect(await counts(`select "channelId" from campaign_messages`)).toEqual({
      channelId: "0a000000-0000-7000-8000-000000000031",
    });
    expect(await counts(`select "data"#>>'{message,message,text}' as "text" from events`)).toEqual({
      text: "Is my bike ready?",
    });
  });

  it("is locked by company afterwards, those rows too", async () => {
    await client.query("begin; set local role parley_app");
    const { rows } = await client.query<Row>(`select count(*)::int as "n" from messages`);
    expect(rows).toEqual([{ n: 0 }]);
    await client.query("rollback");
  });
});
