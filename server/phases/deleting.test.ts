import { expect, it } from "vitest";
import { inTransaction } from "#server/db/pool.ts";
import { row, sql } from "#server/db/sql.ts";
import { systemPool } from "#server/db/system.ts";
import type { Team } from "#server/teams/schema.ts";
import { deleteTeam } from "#server/teams/writing.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { converse } from "#server/testing/talking.ts";
import { deletePhase } from "./deleting.ts";
import type { Phase } from "./schema.ts";

const company = await openCompany();
const api = await openApi(company);
const { companyId, admin } = company;
const sample = await converse(api, company);

/** So many that their rows fill some hundred pages. */
await systemPool().query(
  `insert into conversations select r.* from conversations c cross join generate_series(1, 1000) n
   cross join lateral jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(), 'visitorId', n::text,
     'lastMessage', repeat('words ', 100))) r
   where c."companyId" = $1 and c."id" = $2`,
  [companyId, sample.id],
);

/** Pages of conversations that are read by what runs in one transaction. */
const readingOf = (deed: () => Promise<unknown>): Promise<number | undefined> =>
  inTransaction(companyId, async () => {
    await deed();
    const read = await row<{ pages: number }>(sql`
      select pg_stat_get_xact_blocks_fetched('conversations'::regclass)::int as "pages"`);
    return read?.pages;
  });

it("a phase or a team without conversations goes without a look at those of others", async () => {
  const phase = await api.post<Phase>("/v1/phases", { name: "Later", type: "progress" });
  const team = await api.post<Team>("/v1/teams", { name: "Later", color: "#0F766E", members: [], channels: [] });
  expect([phase.status, team.status]).toEqual([200, 200]);
  expect(await readingOf(() => deletePhase.execute(admin, { phaseId: phase.body.id }))).toBeLessThan(20);
  expect(await readingOf(() => deleteTeam.execute(admin, { teamId: team.body.id }))).toBeLessThan(20);
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
