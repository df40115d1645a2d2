import pg from "pg";
import { expect, it } from "vitest";
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
