import { expect, it } from "vitest";
import { inTransaction } from "#server/db/pool.ts";
import { execute, rows, sql } from "#server/db/sql.ts";
import type { Route } from "#server/kit/rest/route.ts";
import { openCompany } from "#server/testing/fixture.ts";
import { allFurniture } from "#server/testing/furnishing.ts";
import { routes } from "../routes.ts";

const company = await openCompany("Acme", allFurniture);

class Undo extends Error {}

type Counted = { name: string; inserted: number; deleted: number };

/** Messages to people, now or later; of the rows of `messages` those that are no marks of the thread. */
const outward = ["said", "message_sends", "scheduled_messages", "campaign_messages"];
/** What nobody can bring back. */
const records = ["contacts", "conversations", "messages", "notes", "channels", "users"];

const counts = () =>
  rows<Counted>(sql`select relname as "name", n_tup_ins::int as "inserted", n_tup_del::int as "deleted"
    from pg_stat_xact_user_tables
    union all select 'said', count(*)::int, 0 from messages
      where "companyId" = ${company.companyId} and "type" <> 'command'`);

/** The tables into which the operation's own example writes, and those from which it takes; it is taken back. */
async function effectOf({ operation }: Route): Promise<{ filled: string[]; emptied: string[] }> {
  let effect = { filled: [] as string[], emptied: [] as string[] };
  await inTransaction(company.companyId, async () => {
    const before = new Map((await counts()).map((one) => [one.name, one]));
    // What is refused writes nothing; the savepoint keeps the transaction usable.
    await execute(sql`savepoint tried`);
    await operation
      .execute(company.admin, operation.example(company.given))
      .catch(() => execute(sql`rollback to tried`));
    const more = (await counts()).map((one) => ({
      name: one.name,
      filled: one.inserted > (before.get(one.name)?.inserted ?? 0),
      emptied: one.deleted > (before.get(one.name)?.deleted ?? 0),
    }));
    effect = {
      filled: more.filter(({ filled }) => filled).map(({ name }) => name),
      emptied: more.filter(({ emptied }) => emptied).map(({ name }) => name),
    };
    throw new Undo();
  }).catch((error: unknown) => {
    if (!(error instanceof Undo)) throw error;
  });
  return effect;
}

it("every row of the API that writes to people or takes records away says so, before an assistant does it [P3]", async () => {
  const silent: string[] = [];
  const tried = new Set<string>();
  for (const route of routes) {
    if (route.method === "get" || route.method === "delete" || route.risk !== undefined) continue;
    if (tried.has(route.operation.name)) continue;
    tried.add(route.operation.name);
    const { filled, emptied } = await effectOf(route);
    const sends = filled.some((name) => outward.includes(name));
    const deletes = emptied.some((name) => records.includes(name));
    if (sends) silent.push(`${route.operation.name} sends: ${filled}`);
    if (deletes) silent.push(`${route.operation.name} deletes: ${emptied}`);
  }
  expect(silent).toEqual([]);
});
