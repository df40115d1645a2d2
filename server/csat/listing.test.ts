import { expect, it } from "vitest";
import { systemActor } from "#server/core/actor.ts";
import { inCompany } from "#server/db/pool.ts";
import { rows, sql } from "#server/db/sql.ts";
import { openCompany } from "#server/testing/fixture.ts";
import { foundFor } from "./listing.sql.ts";

const company = await openCompany();

it("looks at the conversations of responses only for who sees some of them", async () => {
  const planFor = async (actor: typeof company.agent | ReturnType<typeof systemActor>) => {
    const found = await inCompany(company.companyId, () =>
      rows<{ "QUERY PLAN": string }>(sql`explain ${foundFor(actor, { good: false })}`),
    );
    return found.map((line) => line["QUERY PLAN"]).join("\n");
  };
  expect(await planFor(systemActor(company.companyId))).not.toContain("on conversations");
  expect(await planFor(company.agent)).toContain("on conversations");
});
