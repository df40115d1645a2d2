import pg from "pg";
import { expect, it } from "vitest";
import { env } from "#server/config/env.ts";
import { captureContact } from "#server/conversations/linking/capturing.ts";
import { createConversation } from "#server/conversations/opening/creating.ts";
import { systemActor } from "#server/core/actor.ts";
import { inCompany } from "#server/db/pool.ts";
import { plannedAnew, rows, sql } from "#server/db/sql.ts";
import { systemPool } from "#server/db/system.ts";
import { createTeam } from "#server/teams/writing.ts";
import { openCompany } from "#server/testing/fixture.ts";
import { asTheyAre, personWith } from "#server/testing/roles.ts";
import { reachedIds } from "../access.sql.ts";
import { createContact } from "../creating.ts";
import { listContacts } from "./listing.ts";
import { collect, follow, type Slice } from "./page-query.sql.ts";

const company = await openCompany();
const system = systemActor(company.companyId);

/** As the owner: others may not. */
async function analyze(): Promise<void> {
  const owner = new pg.Client({ connectionString: env.databaseUrl });
  await owner.connect();
  await owner.query("analyze contacts, contact_links, contact_search, conversations").finally(() => owner.end());
}

/** How many pages a statement reads. */
async function looked(statement: ReturnType<typeof sql>) {
  const [plan] = await inCompany(company.companyId, () =>
    rows<{ "QUERY PLAN": [{ Plan: Record<string, number> }] }>(
      plannedAnew(sql`explain (analyze, buffers, format json) ${statement}`),
    ),
  );
  return plan?.["QUERY PLAN"][0].Plan["Shared Hit Blocks"];
}

it("finds what a role reaches by its channels without a look at every contact", async () => {
  const channelId = company.given.channelId ?? "";
  const person = await personWith(company, {
    ...{ name: "Of the channel", permissions: ["clients_read"], readScope: "channel", channels: [channelId] },
  });
  const before = (await listContacts.execute(person, {})).pagination.total;
  const own = await createContact.execute(system, { websiteId: channelId, name: "Own", assignedTo: person.id });
  const { id } = await createConversation.execute(system, {
    ...{ channelId, companyId: company.companyId, channel: "WEB", from: "guest" },
  });
  await captureContact.execute(system, { conversationId: id, name: "Guest", email: "guest@example.com" });
  await systemPool().query(
    `insert into contacts select (jsonb_populate_record(k, jsonb_build_object(
       'id', md5(n::text)::uuid, 'channelId', null, 'assignedTo', null))).*
     from contacts k, generate_series(1, 3000) n where k."companyId" = $1 and k."id" = $2`,
    [company.companyId, own.id],
  );
  await analyze();
  for (const orderBy of ["_id", "name"] as const) {
    const { data, pagination } = await listContacts.execute(person, { orderBy });
    expect(pagination.total).toBe(before + 2);
    expect(data.map(({ name }) => name)).toEqual(expect.arrayContaining(["Own", "Guest"]));
  }
  expect(await looked(sql`select count(*) from (${reachedIds(person) ?? sql`select`}) r`)).toBeLessThan(60);
  const slice: Slice = { column: "id", descending: true, after: null, take: 2, skip: 0 };
  const explained = await inCompany(company.companyId, () =>
    rows<{ "QUERY PLAN": string }>(sql`explain ${follow(person, {}, slice)}`),
  );
  expect(explained.map((line) => line["QUERY PLAN"]).join("\n")).not.toContain("hashed");
  // A word that all have: neither is each looked for in what is reached, nor the other way round.
  await systemPool().query(
    `insert into contacts select (jsonb_populate_record(k, jsonb_build_object(
       'id', md5('w' || n)::uuid, 'name', 'Crowd ' || n, 'assignedTo', null))).*
     from contacts k, generate_series(1, 3000) n where k."companyId" = $1 and k."id" = $2`,
    [company.companyId, own.id],
  );
  await analyze();
  const crowd = await listContacts.execute(person, { name: "crowd" });
  expect([crowd.pagination.total, crowd.data.length]).toEqual([3000, 20]);
  expect(await looked(collect(person, { name: "crowd" }, slice))).toBeLessThan(5000);
});

it("finds what a role reaches by its teams without a look at every conversation", async () => {
  const { companyId, given } = company;
  const person = await personWith(company, { name: "Of the team", permissions: ["clients_read"], readScope: "team" });
  const teams = [];
  for (const name of ["Ours", "Theirs"])
    teams.push(
      (await createTeam.execute(company.admin, { name, members: name === "Ours" ? [{ userId: person.id }] : [] })).id,
    );
  const [ours, theirs] = teams;
  const contact = await createContact.execute(system, { websiteId: given.channelId ?? "", name: "Of many" });
  const converse = (team: string | undefined, many: number) =>
    systemPool().query(
      `insert into conversations ("companyId", "id", "channelId", "channel", "phaseId", "visitorId", "teamId", "assignedTo", "contactId")
       select $1, gen_random_uuid(), $2, 'WEB', $3, 'v', $4, $5, $6 from generate_series(1, $7::int)`,
      [companyId, given.channelId, given.phaseId, team, company.agent.id, contact.id, many],
    );
  await converse(ours, 5);
  await converse(theirs, 5000);
  await analyze();
  const actor = await asTheyAre(person);
  const reached = await inCompany(companyId, () => rows<{ id: string }>(reachedIds(actor) ?? sql`select`));
  expect(reached.map(({ id }) => id)).toContain(contact.id);
  expect(await looked(sql`select count(*) from (${reachedIds(actor) ?? sql`select`}) r`)).toBeLessThan(60);
});
