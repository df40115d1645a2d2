import pg from "pg";
import { expect, it } from "vitest";
import { env } from "#server/config/env.ts";
import type { Contact } from "#server/contacts/schema.ts";
import { systemActor } from "#server/core/actor.ts";
import { systemPool } from "#server/db/system.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { allFurniture } from "#server/testing/furnishing.ts";
import { personWith } from "#server/testing/roles.ts";
import { findDuplicates } from "./finding.ts";
import type { LikelyDuplicate } from "./schema.ts";

const company = await openCompany("Acme", allFurniture);
const api = await openApi(company);

const make = async (extra: Record<string, unknown>) =>
  (await api.post<Contact>("/v1/contacts", { websiteId: company.given.channelId, ...extra })).body;
const look = async () => {
  while ((await findDuplicates.execute(systemActor(company.companyId), {})).checked > 0);
};
type Page = { pagination: { total: number }; data: LikelyDuplicate[] };
const list = async (client = api) => (await client.get<Page>("/v1/contacts/duplicates?limit=100")).body;
/** Why the list holds these two; undefined: it does not. */
async function reasons(one: Contact, other: Contact): Promise<string[] | undefined> {
  await look();
  const wanted = [one.id, other.id].sort();
  const found = (await list()).data.find(({ contacts }) => {
    const ids = contacts.map(({ id }) => id).sort();
    return ids[0] === wanted[0] && ids[1] === wanted[1];
  });
  return found?.reasons;
}
const mark = () => crypto.randomUUID().slice(0, 8);

it("finds the same email, variants of a phone number, and similar names at one domain, and says why [W9]", async () => {
  const at = mark();
  const ana = await make({ name: "Ana García", email: `ana@${at}.example` });
  const same = await make({ name: "Somebody", email: `ANA@${at}.example` });
  expect(await reasons(ana, same)).toEqual(["email"]);
  const alike = await make({ name: "Ana Garcia", email: `a.garcia@${at}.example` });
  expect(await reasons(ana, alike)).toEqual(["name"]);
  const mobile = await make({ name: "Bea", phone: "+54 9 11 5555 0101" });
  const landline = await make({ name: "Beatriz", phone: "+54 11 5555 0101" });
  expect(await reasons(mobile, landline)).toEqual(["phone"]);
});

it("thinks nothing of a similar name at a public mail provider, or at another domain [W9]", async () => {
  const one = await make({ name: "Carla Mendes", email: `carla.${mark()}@gmail.com` });
  const other = await make({ name: "Carla Mendes", email: `cm.${mark()}@gmail.com` });
  const elsewhere = await make({ name: "Carla Mendes", email: `carla@${mark()}.example` });
  expect(await reasons(one, other)).toBeUndefined();
  expect(await reasons(one, elsewhere)).toBeUndefined();
});

it("thinks nothing of two who share a family name at one company [W9]", async () => {
  const at = mark();
  for (const [mine, theirs] of [
    ["Björn Schneider", "Mia Schneider"],
    ["Mateo Fernández", "Martina Fernández"],
  ]) {
    const one = await make({ name: mine, email: `${mark()}@${at}.example` });
    const other = await make({ name: theirs, email: `${mark()}@${at}.example` });
    expect(await reasons(one, other)).toBeUndefined();
  }
});

it("finds two contacts of one person on a platform [W9]", async () => {
  const [one, other] = [await make({ name: "Dora" }), await make({ name: "Theodora" })];
  const visitor = `psid-${mark()}`;
  await systemPool().query(
    `insert into conversations select (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(), 'visitorId', $3::text,
       'contactId', x."id", 'contactLink', 'proven'))).* from conversations c, unnest($2::uuid[]) x("id") where c."id" = $1`,
    [company.given.conversationId, [one.id, other.id], visitor],
  );
  expect(await reasons(one, other)).toEqual(["platform"]);
});

it("forgets a pair that is none any more, and follows what changes [W9]", async () => {
  const at = mark();
  const one = await make({ name: "Eva", email: `eva@${at}.example` });
  const other = await make({ name: "Nobody else", email: `nobody@${at}.example` });
  expect(await reasons(one, other)).toBeUndefined();
  await api.patch(`/v1/contacts/${other.id}`, { email: one.email });
  expect(await reasons(one, other)).toEqual(["email"]);
  await api.patch(`/v1/contacts/${other.id}`, { email: "" });
  expect(await reasons(one, other)).toBeUndefined();
});

it("remembers that two are not the same, until that is taken back [W9]", async () => {
  const email = `twins@${mark()}.example`;
  const [one, other] = [await make({ name: "Fay", email }), await make({ name: "Gia", email })];
  expect(await reasons(one, other)).toEqual(["email"]);
  const path = `/v1/contacts/${other.id}/different/${one.id}`;
  expect((await api.put(path, {})).body).toMatchObject({ contactId: other.id, otherId: one.id, different: true });
  expect(await reasons(one, other)).toBeUndefined();
  await api.patch(`/v1/contacts/${one.id}`, { name: "Fay Changed" });
  expect(await reasons(one, other)).toBeUndefined();
  expect((await api.delete(path)).status).toBe(200);
  expect(await reasons(one, other)).toEqual(["email"]);
});

it("loses a pair with its merge or deletion, and has it again when that is undone [W9]", async () => {
  const email = `pair@${mark()}.example`;
  const [one, other] = [await make({ name: "Hal", email }), await make({ name: "Harold", email })];
  expect(await reasons(one, other)).toEqual(["email"]);
  const { body } = await api.post<{ merge: { id: string } }>(`/v1/contacts/${one.id}/merge`, { loserId: other.id });
  expect(await reasons(one, other)).toBeUndefined();
  await api.post(`/v1/contacts/${one.id}/merges/${body.merge.id}/undo`);
  expect(await reasons(one, other)).toEqual(["email"]);
  await api.delete(`/v1/contacts/${other.id}`);
  expect(await reasons(one, other)).toBeUndefined();
});

it("shows nobody a pair of which they may see only one [W9, C2]", async () => {
  const email = `hidden@${mark()}.example`;
  const [mine, hidden] = [await make({ name: "Ida", email }), await make({ name: "Jo", email })];
  await api.patch(`/v1/contacts/${mine.id}`, { assignedTo: company.agent.userId });
  await api.patch(`/v1/contacts/${hidden.id}`, { assignedTo: company.otherAgent.userId });
  expect(await reasons(mine, hidden)).toEqual(["email"]);
  const own = await openApi(company, ["clients_read_assigned", "clients_write_assigned"], company.agent);
  const seen = await list(own);
  expect(seen.data.flatMap(({ contacts }) => contacts.map(({ id }) => id))).not.toContain(hidden.id);
  expect(seen.pagination.total).toBe(seen.data.length);
  expect((await own.put(`/v1/contacts/${mine.id}/different/${hidden.id}`, {})).status).toBe(404);
});

it("lets nobody say of contacts that they only read whether they are the same [W11]", async () => {
  const permissions = ["clients_read", "clients_write", "chat_talk"] as const;
  const role = { name: "Looking", permissions: [...permissions], writeScope: "assigned" as const };
  const looking = await personWith(company, role);
  const theirs = await openApi(company, permissions, looking);
  const email = `scoped@${mark()}.example`;
  const assignedTo = company.agent.userId;
  const [one, other] = [await make({ name: "Lia", email, assignedTo }), await make({ name: "Mo", email })];
  expect(await reasons(one, other)).toEqual(["email"]);
  const path = `/v1/contacts/${one.id}/different/${other.id}`;
  await api.patch(`/v1/contacts/${other.id}`, { assignedTo: looking.id });
  expect((await theirs.get(`/v1/contacts/${one.id}`)).status).toBe(200);
  expect((await theirs.put(path, {})).status).toBe(404);
  expect((await theirs.put(`/v1/contacts/${other.id}/different/${one.id}`, {})).status).toBe(404);
  expect(await reasons(one, other)).toEqual(["email"]);
  await api.put(path, {});
  expect((await theirs.delete(path)).status).toBe(404);
  await api.patch(`/v1/contacts/${one.id}`, { assignedTo: looking.id });
  expect((await theirs.delete(path)).status).toBe(200);
  expect(await reasons(one, other)).toEqual(["email"]);
});

it("makes at most 20 pairs of an address that many share [W9]", async () => {
  const email = `desk@${mark()}.example`;
  const first = await make({ name: "Kim", email });
  await systemPool().query(
    `insert into contacts select (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(), 'name', 'n' || n))).*
     from contacts c, generate_series(1, 100) n where c."id" = $1`,
    [first.id],
  );
  await look();
  const { rows } = await systemPool().query(
    `select from contact_duplicates where "companyId" = $1 and $2 in ("firstId", "secondId")`,
    [company.companyId, first.id],
  );
  const { rows: own } = await systemPool().query(
    `select count(*)::int as "count" from contact_duplicates d
     join contacts k on k."id" = d."firstId" where k."emailKey" = $1`,
    [email],
  );
  expect(rows.length).toBeGreaterThan(0);
  // Each asks for 20 others: 101 x 100 / 2 = 5050 pairs would be all.
  expect(own[0]?.count).toBeLessThanOrEqual(101 * 20);
});

it("compares each name of a domain with each other once, also where nothing is known of the tables yet [W9]", async () => {
  const at = mark();
  const ids: string[] = [];
  for (let n = 0; n < 40; n += 1) ids.push((await make({ name: `Person ${mark()}`, email: `p${n}@${at}.example` })).id);
  // Only the owner may have calls of functions counted.
  const client = new pg.Client({ connectionString: env.databaseUrl ?? "" });
  await client.connect();
  try {
    await client.query("begin");
    await client.query("set local track_functions = 'all'");
    await client.query("select set_config('app.company_id', $1, true)", [company.companyId]);
    await client.query("select * from parley_duplicates_of($1::uuid[])", [ids]);
    const { rows } = await client.query<{ calls: string }>(
      `select "calls" from pg_stat_xact_user_functions where "funcname" = 'similarity'`,
    );
    expect(rows.map(({ calls }) => Number(calls))).toEqual([40 * 39]);
  } finally {
    await client.end();
  }
});
