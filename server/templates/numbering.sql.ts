// SQL because the counter is raised and read in one statement, and held.
import type { Actor } from "#server/core/actor.ts";
import { row, sql } from "#server/db/sql.ts";

/** Takes `count` public integer ids of a kind; answers the first. Its row is held until the transaction ends. */
export async function takeNumbers(actor: Actor, kind: "templates" | "campaign_messages", count = 1): Promise<number> {
  const taken = await row<{ last: number }>(sql`
    insert into company_numbers as n ("companyId", "kind", "last") values (${actor.companyId}, ${kind}, ${count})
    on conflict ("companyId", "kind") do update set "last" = n."last" + ${count} returning "last"`);
  return (taken?.last ?? count) - count + 1;
}
