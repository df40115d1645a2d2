import { expect, it } from "vitest";
import type { Contact, HistoryEntry } from "#server/contacts/schema.ts";
import { captureContact } from "#server/conversations/linking/capturing.ts";
import { systemActor } from "#server/core/actor.ts";
import { systemPool } from "#server/db/system.ts";
import { eventsDuring, eventsOf, typesDuring } from "#server/testing/events.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { allFurniture } from "#server/testing/furnishing.ts";
import { converse, reread } from "#server/testing/talking.ts";

const company = await openCompany("Acme", allFurniture);
const api = await openApi(company);
type Merged = Contact & { merge: { id: string; undoableUntil: string | null } };

const make = async (extra: Record<string, unknown>) =>
  (await api.post<Contact>("/v1/contacts", { websiteId: company.given.channelId, ...extra })).body;
const merge = (id: string, loserId: string, fields = {}) =>
  api.post<Merged>(`/v1/contacts/${id}/merge`, { loserId, fields });

/** Two contacts with one of everything. */
async function pair() {
  const mark = crypto.randomUUID().slice(0, 8);
  const winner = await make({ name: "Ana", email: `ana-${mark}@example.com`, customFields: { plan: "gold" } });
  const loser = await make({
    ...{ name: "Anna García", email: `anna-${mark}@example.com`, phone: `+3460${String(Date.now()).slice(-7)}` },
    ...{ externalId: `X-${mark}`, rating: 4, customFields: { plan: "tin", seats: 2 } },
  });
  await api.post(`/v1/contacts/${loser.id}/tags`, { tag: "vip" });
  await api.post(`/v1/contacts/${loser.id}/notes`, { message: "Hers" });
  await api.post("/v1/tasks", { title: "Call", contactId: loser.id });
  const talk = await converse(api, company, { visitorEmail: loser.email });
  await captureContact.execute(systemActor(company.companyId), { conversationId: talk.id });
  await systemPool().query(
    `insert into conversations select (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(), 'contactId', $2::text,
       'contactLink', 'own'))).* from conversations c where c."id" = $1`,
    [talk.id, loser.id],
  );
  return { winner, loser, talk };
}

/** What tells of deeds, and counts on its own. */
const deeds = new Set([
  "events",
  "contact_merges",
  "contact_duplicate_checks",
  "conversation_checks",
  "list_counter_deltas",
  "list_counters",
  "api_requests",
  "api_usage",
]);

/** All rows of all tables of the company; a version never goes back, and the test's own token is used meanwhile. */
async function everything(): Promise<Record<string, string[]>> {
  const { rows: tables } = await systemPool().query<{ name: string }>(
    `select table_name as "name" from information_schema.columns
     where table_schema = 'public' and column_name = 'companyId' order by 1`,
  );
  const found: Record<string, string[]> = {};
  for (const { name } of tables.filter((table) => !deeds.has(table.name))) {
    const { rows } = await systemPool().query<{ row: string }>(
      `select (to_jsonb(x) - 'updatedAt' - 'lastUsedAt')::text as "row" from "${name}" x where "companyId" = $1 order by 1`,
      [company.companyId],
    );
    found[name] = rows.map(({ row }) => row);
  }
  expect(Object.keys(found).length).toBeGreaterThan(40);
  return found;
}

it("moves everything to the contact that stays, field by field, and says where the other one went [W9]", async () => {
  const { winner, loser } = await pair();
  const { body, status } = await merge(winner.id, loser.id, { name: "loser", "customFields.plan": "loser" });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    ...{ id: winner.id, name: "Anna García", email: winner.email, phone: loser.phone, externalId: loser.externalId },
    ...{ rating: 4, tags: ["vip"], customFields: { plan: "tin", seats: 2 } },
  });
  const talks = await api.get<{ id: string }[]>(`/v1/contacts/${winner.id}/conversations`);
  expect(talks.body.length).toBeGreaterThan(1);
  expect((await api.get<{ text: string }[]>(`/v1/contacts/${winner.id}/notes`)).body.map(({ text }) => text)).toEqual([
    "Hers",
  ]);
  const history = (await api.get<HistoryEntry[]>(`/v1/contacts/${winner.id}/history`)).body;
  expect(history.filter(({ type }) => type === "created")).toHaveLength(2);
  expect(history.find(({ type }) => type === "merged")).toMatchObject({ text: "contact", from: loser.id });
  const gone = await api.get<{ mergedInto: string }>(`/v1/contacts/${loser.id}`);
  expect([gone.status, gone.body.mergedInto]).toEqual([404, winner.id]);
  const changed = await api.patch<{ mergedInto: string }>(`/v1/contacts/${loser.id}`, { status: "client" });
  expect([changed.status, changed.body.mergedInto]).toEqual([404, winner.id]);
});

it("is undone to the byte: all rows of all tables are as before, but the versions [W9]", async () => {
  const { winner, loser } = await pair();
  const before = await everything();
  const { body } = await merge(winner.id, loser.id, { name: "loser", email: "loser" });
  expect(await everything()).not.toEqual(before);
  const undone = await api.post<{ restored: Contact }>(`/v1/contacts/${winner.id}/merges/${body.merge.id}/undo`);
  expect(undone.status).toBe(200);
  expect(await everything()).toEqual(before);
  expect({ ...undone.body.restored, updatedAt: "" }).toEqual({
    ...(await api.get<Contact>(`/v1/contacts/${loser.id}`)).body,
    updatedAt: "",
  });
  expect((await api.post(`/v1/contacts/${winner.id}/merges/${body.merge.id}/undo`)).status).toBe(409);
});

it("loses no tag of either: where both have too many, it is refused [W9, D7]", async () => {
  const { winner, loser } = await pair();
  const tags = (of: string, count: number) => Array.from({ length: count }, (_, index) => `${of}-${index}`);
  const put = (id: string, list: string[]) =>
    systemPool().query(`update contacts set "tags" = $2 where "id" = $1`, [id, list]);
  await put(winner.id, tags("w", 30));
  await put(loser.id, [...tags("l", 20), "W-0", "over"]);
  const refused = (await merge(winner.id, loser.id)).body;
  expect(refused).toMatchObject({ error: "limit_reached", limit: 50, details: [{ field: "tags", code: "too_many" }] });
  await put(loser.id, [...tags("l", 20), "W-0"]);
  expect((await merge(winner.id, loser.id)).body.tags).toEqual([...tags("w", 30), ...tags("l", 20)]);
});

it("takes the emptiness of a field too, where the other one's is chosen, and gives back what was there [W9]", async () => {
  const { winner, loser } = await pair();
  await api.patch(`/v1/contacts/${winner.id}`, { subStatus: "hot", customFields: { shop: "north" } });
  const { body } = await merge(winner.id, loser.id, { subStatus: "loser", "customFields.shop": "loser" });
  expect([body.subStatus, body.customFields]).toEqual(["", { plan: "gold", seats: 2 }]);
  await api.post(`/v1/contacts/${winner.id}/merges/${body.merge.id}/undo`);
  expect((await api.get<Contact>(`/v1/contacts/${winner.id}`)).body).toMatchObject({
    ...{ subStatus: "hot", customFields: { plan: "gold", shop: "north" } },
  });
});

it("keeps, when undone, what was changed and what came since [W9]", async () => {
  const { winner, loser } = await pair();
  const { body } = await merge(winner.id, loser.id);
  await api.patch(`/v1/contacts/${winner.id}`, { rating: 2 });
  await api.post(`/v1/contacts/${winner.id}/notes`, { message: "Since" });
  await api.post(`/v1/contacts/${winner.id}/merges/${body.merge.id}/undo`);
  expect((await api.get<Contact>(`/v1/contacts/${winner.id}`)).body).toMatchObject({
    rating: 2,
    phone: "",
    externalId: "",
  });
  expect((await api.get<{ text: string }[]>(`/v1/contacts/${winner.id}/notes`)).body.map(({ text }) => text)).toEqual([
    "Since",
  ]);
});

it("takes back, when undone, only the other one's tags and custom fields, whatever came since [W9]", async () => {
  const { winner, loser } = await pair();
  const own = winner.customFields;
  await api.patch(`/v1/contacts/${loser.id}`, { customFields: { pet: "cat", size: "54" } });
  const { body } = await merge(winner.id, loser.id);
  await api.patch(`/v1/contacts/${winner.id}`, { customFields: { ...body.customFields, size: "56", shop: "north" } });
  await api.post(`/v1/contacts/${winner.id}/tags`, { tag: "since" });
  await api.post(`/v1/contacts/${winner.id}/merges/${body.merge.id}/undo`);
  const after = (await api.get<Contact>(`/v1/contacts/${winner.id}`)).body;
  expect(after.customFields).toEqual({ ...own, size: "56", shop: "north" });
  expect(after.tags).toEqual([...winner.tags, "since"]);
});

it("still knows the person by the number and the address of both [W9]", async () => {
  const { winner, loser } = await pair();
  await merge(winner.id, loser.id, { phone: "winner" });
  for (const known of [{ visitorEmail: loser.email }, { visitorPhone: loser.phone }]) {
    const talk = await converse(api, company, known);
    await captureContact.execute(systemActor(company.companyId), { conversationId: talk.id });
    expect((await reread(api, talk.id)).contactId).toBe(winner.id);
  }
});

it("tells who asks for it, and deletes for good with the contact that stays [W9]", async () => {
  const { winner, loser } = await pair();
  const told = await eventsDuring(company, () => merge(winner.id, loser.id));
  expect(told.find(({ type }) => type === "contact/merged")?.data).toMatchObject({
    id: winner.id,
    mergedId: loser.id,
    undone: false,
  });
  expect(told.filter(({ type }) => type === "contact/deleted")).toEqual([]);
  const gone = await typesDuring(company, () => api.delete(`/v1/contacts/${winner.id}`));
  expect(gone.filter((type) => type === "contact/deleted")).toHaveLength(2);
  const { rows } = await systemPool().query(`select from contact_merges where "loserId" = $1`, [loser.id]);
  expect(rows).toHaveLength(0);
  expect((await api.get<{ mergedInto?: string }>(`/v1/contacts/${loser.id}`)).body.mergedInto).toBeUndefined();
});

it("is refused for one contact with itself, for strangers, and after 30 days [W9]", async () => {
  const { winner, loser } = await pair();
  expect((await merge(winner.id, winner.id)).body.details?.[0]?.code).toBe("same");
  const own = await openApi(company, ["clients_write_assigned"], company.agent);
  await api.patch(`/v1/contacts/${loser.id}`, { assignedTo: company.otherAgent.id });
  expect((await own.post(`/v1/contacts/${winner.id}/merge`, { loserId: loser.id })).status).toBeGreaterThanOrEqual(400);
  const { body } = await merge(winner.id, loser.id);
  await systemPool().query(`update contact_merges set "createdAt" = now() - interval '31 days' where "id" = $1`, [
    body.merge.id,
  ]);
  expect((await api.post(`/v1/contacts/${winner.id}/merges/${body.merge.id}/undo`)).status).toBe(409);
});

it("takes the conversations from the sight of who saw them as owner of the other contact [W9, C2]", async () => {
  const { winner, loser } = await pair();
  const owner = company.otherAgent.userId;
  await api.patch(`/v1/contacts/${loser.id}`, { assignedTo: owner });
  const before = (await eventsOf(company)).length;
  await merge(winner.id, loser.id, { assignedTo: "winner" });
  const moved = (await eventsOf(company)).slice(before).filter(({ type }) => type === "conversation/changed");
  expect(moved.length).toBeGreaterThan(0);
  for (const { data } of moved) expect(data).toMatchObject({ unseen: [owner] });
});
