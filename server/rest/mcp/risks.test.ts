import { expect, it } from "vitest";
import { folderOf, importsOf, server, textOf } from "#server/architecture/source.ts";
import { inTransaction } from "#server/db/pool.ts";
import { execute, rows, sql } from "#server/db/sql.ts";
import { systemPool } from "#server/db/system.ts";
import type { Route } from "#server/kit/rest/route.ts";
import { openCompany } from "#server/testing/fixture.ts";
import { allFurniture } from "#server/testing/furnishing.ts";
import { routes } from "../routes.ts";

const company = await openCompany("Acme", allFurniture);

/** Whose file builds on such code for other operations, or for later. */
const harmless: Record<string, string> = {
  "integrations.makeAddress": "an address that others read",
  "integrations.update": "settings: what acts by them has its own row",
  "reports.createSaved": "mails to the team itself, by its schedule",
  "reports.updateSaved": "mails to the team itself, by its schedule",
  "users.passwordLink": "answers the link, and mails nothing",
};

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

/** What writes mails or calls other servers, by whatever way within its own part of the server. */
const reachesOut = ["server/mail/queueing.ts", "server/outbound/sending.ts"];

/** Files of the same part that a file builds on, itself included. */
function ownFiles(file: string): Set<string> {
  const found = new Set([file]);
  for (const one of found)
    for (const next of importsOf(one, { types: false }))
      if (folderOf(next) === folderOf(file) && !next.endsWith(".json")) found.add(next);
  return found;
}

it("every row of the API whose code mails or calls other servers says so [P3]", () => {
  const definedIn = new Map(
    server.flatMap((file) =>
      [...textOf(file).matchAll(/\bname: "([\w.]+)",\n\s+access:/g)].map(([, name]) => [name, file]),
    ),
  );
  const silent = routes
    .filter(({ method, risk }) => method !== "get" && method !== "delete" && risk === undefined)
    .map(({ operation }) => operation.name)
    .filter((name) => {
      const file = definedIn.get(name);
      return (
        file &&
        [...ownFiles(file)].some((own) => importsOf(own, { types: false }).some((one) => reachesOut.includes(one)))
      );
    });
  expect([...new Set(silent)].sort()).toEqual(Object.keys(harmless).sort());
});

it("every row of the API that writes to people or takes records away says so, before an assistant does it [P3]", async () => {
  // A rule that is run again does what it is told.
  const reply = JSON.stringify([{ name: "reply", input: { body: "Hello" } }]);
  await systemPool().query(`update rules set "actions" = $2 where "id" = $1`, [company.given.ruleId, reply]);
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
