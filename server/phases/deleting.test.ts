import { expect, it } from "vitest";
import { inTransaction } from "#server/db/pool.ts";
import { row, rows, sql } from "#server/db/sql.ts";
import { systemPool } from "#server/db/system.ts";
import type { Team } from "#server/teams/schema.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { converse } from "#server/testing/talking.ts";
import type { Phase } from "./schema.ts";

const company = await openCompany();
const api = await openApi(company);
const { companyId } = company;
const sample = await converse(api, company);

/** So many that their rows fill some hundred pages. */
await systemPool().query(
  `insert into conversations select r.* from conversations c cross join generate_series(1, 1000) n
   cross join lateral jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(), 'visitorId', n::text,
     'lastMessage', repeat('words ', 100))) r
   where c."companyId" = $1 and c."id" = $2`,
  [companyId, sample.id],
);

const fetched = async () => {
  const read = await row<{ pages: number }>(sql`
    select pg_stat_get_xact_blocks_fetched('conversations'::regclass)::int as "pages"`);
  return read?.pages ?? 0;
};

/** Pages of conversations that a deed reads: the connection also counts what it did a moment before. */
const readingOf = (deed: () => Promise<unknown>): Promise<number> =>
  inTransaction(companyId, async () => {
    const before = await fetched();
    await deed();
    return (await fetched()) - before;
  });

it("a phase or a team without conversations goes without a look at those of others", async () => {
  const phase = await api.post<Phase>("/v1/phases", { name: "Later", type: "progress" });
  const team = await api.post<Team>("/v1/teams", { name: "Later", color: "#0F766E", members: [], channels: [] });
  expect([phase.status, team.status]).toEqual([200, 200]);
  // The rows alone: what the commands read besides is planned anew by each database.
  for (const { table, id } of [
    { table: sql`phases`, id: phase.body.id },
    { table: sql`teams`, id: team.body.id },
  ]) {
    const gone = () => rows(sql`delete from ${table} where "companyId" = ${companyId} and "id" = ${id} returning "id"`);
    expect(await readingOf(gone)).toBe(0);
  }
});

it("a conversation stands in a phase and belongs to a team that there are", async () => {
  for (const column of ["phaseId", "teamId"]) {
    const nowhere = systemPool().query(
      `update conversations set "${column}" = gen_random_uuid() where "companyId" = $1 and "id" = $2`,
      [companyId, sample.id],
    );
    await expect(nowhere).rejects.toThrow(/foreign key/);
  }
  await expect(
    systemPool().query(`delete from phases where "companyId" = $1 and "id" = $2`, [companyId, sample.phaseId]),
  ).rejects.toThrow(/foreign key/);
});
