import pg from "pg";
import { expect, it, vi } from "vitest";
import { day } from "#server/base/clock.ts";
import { idAt } from "#server/base/ids.ts";
import { env } from "#server/config/env.ts";
import { systemPool } from "#server/db/system.ts";
import type { ImportReport } from "#server/imports/schema.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { prune } from "./pruning.ts";

const company = await openCompany();
const api = await openApi(company);

const begin = async () => {
  const { body } = await api.post<ImportReport>("/v1/contacts/import", { text: "email\nold@example.com\n" });
  return body.jobId;
};

it("an import that is not over keeps its rows, however old it is; one that is over goes after a week", async () => {
  const [waits, over] = [await begin(), await begin()];
  const ids = [waits, over];
  await systemPool().query(
    `insert into history_imports ("companyId", "id", "source", "name", "settings", "found")
     select "companyId", "id", 'chatwoot', 'Old', '{}', '{}' from contact_imports where "id" = any($1)`,
    [ids],
  );
  await systemPool().query(`update bulk_jobs set "finishedAt" = now(), "status" = 'done' where "id" = $1`, [over]);
  for (const table of ["contact_imports", "history_imports"])
    await systemPool().query(`update ${table} set "createdAt" = now() - interval '8 days' where "id" = any($1)`, [ids]);
  await prune();
  for (const table of ["contact_imports", "history_imports"]) {
    const { rows } = await systemPool().query(`select "id" from ${table} where "id" = any($1)`, [ids]);
    expect(rows).toEqual([{ id: waits }]);
  }
  const left = await systemPool().query(`select from contact_import_rows where "importId" = $1`, [waits]);
  expect(left.rowCount).toBe(1);
});

it("takes imports and jobs a few at a time: all their rows go with them", async () => {
  const ids = Array.from({ length: 45 }, () => idAt(new Date(Date.now() - 8 * day)));
  await systemPool().query(
    `insert into bulk_jobs ("companyId", "id", "kind", "actions", "actorType", "actorId", "userId", "status", "createdAt", "finishedAt", "movedAt")
     select $1, i, 'import', '[]', 'user', $2, $2, 'done', now() - interval '8 days', now(), now() from unnest($3::uuid[]) i`,
    [company.companyId, company.admin.id, ids],
  );
  await systemPool().query(
    `insert into contact_imports ("companyId", "id", "fileName", "columns", "fields", "options", "createdAt")
     select $1, i, 'old.csv', '[]', '[]', '{}', now() - interval '8 days' from unnest($2::uuid[]) i`,
    [company.companyId, ids],
  );
  const sent = vi.spyOn(systemPool(), "query");
  await prune();
  const gone = await Promise.all(sent.mock.results.map(({ value }) => value as Promise<pg.QueryResult>));
  const of = (table: string) =>
    gone.filter((_, index) => String(sent.mock.calls[index]?.[0]).startsWith(`delete from ${table} `));
  for (const table of ["contact_imports", "bulk_jobs"]) {
    expect(of(table).reduce((sum, { rowCount }) => sum + (rowCount ?? 0), 0)).toBeGreaterThanOrEqual(45);
    expect(Math.max(...of(table).map(({ rowCount }) => rowCount ?? 0))).toBeLessThanOrEqual(20);
  }
  sent.mockRestore();
});

it("a table that cannot be pruned keeps no other from it", async () => {
  const id = await begin();
  await systemPool().query(`update bulk_jobs set "finishedAt" = now(), "status" = 'done' where "id" = $1`, [id]);
  await systemPool().query(`update contact_imports set "createdAt" = now() - interval '8 days' where "id" = $1`, [id]);
  const owner = new pg.Client({ connectionString: env.databaseUrl });
  await owner.connect();
  try {
    await owner.query("revoke delete on idempotency_keys from parley_system");
    await prune();
  } finally {
    await owner.query("grant delete on idempotency_keys to parley_system");
    await owner.end();
  }
  expect((await systemPool().query(`select from contact_imports where "id" = $1`, [id])).rowCount).toBe(0);
});

type PlanNode = {
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  Plans?: PlanNode[];
};

/** How many rows of a table a statement looked at. */
function rowsRead(node: PlanNode, table: string | undefined): number {
  const { Plans: below = [], "Rows Removed by Filter": removed = 0, "Actual Loops": loops } = node;
  const own = node["Relation Name"] === table ? (node["Actual Rows"] + removed) * loops : 0;
  return below.reduce((sum, one) => sum + rowsRead(one, table), own);
}

it("finds what is old by its id where no index has its time, and leaves what is young", async () => {
  const { companyId, given } = company;
  const insert = (ids: string[], expires: string, received: string) =>
    Promise.all([
      systemPool().query(
        `insert into visitor_sessions ("companyId", "id", "channelId", "tokenHash", "visitorId", "expiresAt")
         select $1, i, $2, i::text, 'v', now() + $4::interval from unnest($3::uuid[]) i`,
        [companyId, given.channelId, ids, expires],
      ),
      systemPool().query(
        `insert into inbound_payloads ("companyId", "id", "channelId", "platform", "headers", "body", "signatureOk", "status", "receivedAt")
         select $1, i, $2, 'whatsapp', '{}', '{}', true, 'processed', now() - $4::interval from unnest($3::uuid[]) i`,
        [companyId, given.channelId, ids, received],
      ),
    ]);
  const made = (days: number, count: number) =>
    Array.from({ length: count }, () => idAt(new Date(Date.now() - days * day)));
  const old = made(200, 3);
  const [seenAgain = ""] = made(200, 1);
  await insert(old, "-2 days", "200 days");
  await insert([seenAgain], "90 days", "1 day");
  await insert(made(5, 6000), "175 days", "5 days");
  const owner = new pg.Client({ connectionString: env.databaseUrl });
  await owner.connect();
  await owner.query("analyze visitor_sessions, inbound_payloads").finally(() => owner.end());
  const sent = vi.spyOn(systemPool(), "query");
  await prune();
  const texts = sent.mock.calls.map(([text]) => String(text));
  sent.mockRestore();
  const statements = texts.filter((text) => /^delete from (visitor_sessions|inbound_payloads) /.test(text));
  expect(statements).toHaveLength(2);
  for (const table of ["visitor_sessions", "inbound_payloads"]) {
    const { rows } = await systemPool().query<{ id: string }>(
      `select "id" from ${table} where "companyId" = $1 and ("id" = any($2) or "id" = $3)`,
      [companyId, old, seenAgain],
    );
    expect(rows.map(({ id }) => id)).toEqual([seenAgain]);
  }
  for (const text of statements) {
    const { rows } = await systemPool().query(`explain (analyze, buffers, format json) ${text}`);
    expect(rowsRead(rows[0]["QUERY PLAN"][0].Plan, /^delete from (\w+)/.exec(text)?.[1])).toBeLessThan(100);
  }
});
