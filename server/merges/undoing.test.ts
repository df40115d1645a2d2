import { expect, it } from "vitest";
import type { Contact } from "#server/contacts/schema.ts";
import { captureContact } from "#server/conversations/linking/capturing.ts";
import { systemActor } from "#server/core/actor.ts";
import { systemPool } from "#server/db/system.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { converse, reread } from "#server/testing/talking.ts";

const company = await openCompany("Acme");
const api = await openApi(company);
type Merged = Contact & { merge: { id: string } };
type Refused = {
  error: string;
  laterMergeId?: string;
  contactId?: string;
  details?: { field: string; code: string }[];
};

let numbers = 0;
function number(): string {
  numbers += 1;
  return `+3461${String(Date.now()).slice(-6)}${numbers % 10}`;
}
const make = async (extra: Record<string, unknown>) => {
  const email = `${crypto.randomUUID()}@example.com`;
  return (await api.post<Contact>("/v1/contacts", { websiteId: company.given.channelId, email, name: "A", ...extra }))
    .body;
};
const merge = async (id: string, loserId: string, fields = {}) =>
  (await api.post<Merged>(`/v1/contacts/${id}/merge`, { loserId, fields })).body.merge.id;
const undo = (id: string, mergeId: string) => api.post<Refused>(`/v1/contacts/${id}/merges/${mergeId}/undo`);
const patch = (id: string, changes: object) => api.patch<Contact & Refused>(`/v1/contacts/${id}`, changes);
const keysOf = async (id: string) =>
  (await systemPool().query<{ phoneKeys: string[] }>(`select "phoneKeys" from contacts where "id" = $1`, [id])).rows[0]
    ?.phoneKeys;

/** Whose conversation it is that somebody with this number begins. */
async function knownBy(visitorPhone: string): Promise<string> {
  const talk = await converse(api, company, { visitorPhone, from: crypto.randomUUID() });
  await captureContact.execute(systemActor(company.companyId), { conversationId: talk.id });
  return (await reread(api, talk.id)).contactId;
}

it("undoes the last merge of a contact first, so that each has its own number again [W9]", async () => {
  const [one, two] = [number(), number()];
  const [winner, first, second] = [await make({}), await make({ phone: one }), await make({ phone: two })];
  const [earlier, later] = [await merge(winner.id, first.id), await merge(winner.id, second.id)];
  const refused = await undo(winner.id, earlier);
  expect([refused.status, refused.body]).toMatchObject([
    409,
    { error: "conflict", laterMergeId: later, details: [{ field: "mergeId", code: "later_merge" }] },
  ]);
  expect((await undo(winner.id, later)).status).toBe(200);
  expect(await knownBy(two)).toBe(second.id);
  expect((await undo(winner.id, earlier)).status).toBe(200);
  expect(await knownBy(one)).toBe(first.id);
  expect((await api.get<Contact>(`/v1/contacts/${winner.id}`)).body.phone).toBe("");
  expect(await keysOf(winner.id)).toEqual([]);
});

it("still knows the person by every number of both after a new one came, and each by its own once undone [W9]", async () => {
  const [own, other, fresh] = [number(), number(), number()];
  const [winner, loser] = [await make({ phone: own }), await make({ phone: other })];
  const merged = await merge(winner.id, loser.id);
  await patch(winner.id, { phone: fresh });
  for (const phone of [other, fresh]) expect(await knownBy(phone)).toBe(winner.id);
  await undo(winner.id, merged);
  expect(await knownBy(other)).toBe(loser.id);
  expect(await knownBy(fresh)).toBe(winner.id);
  expect(await keysOf(winner.id)).toEqual([fresh.slice(1)]);
});

it("leaves a number with the contact that was given it since, although the other one had it too [W9]", async () => {
  const shared = number();
  const [winner, loser] = [await make({ phone: number() }), await make({ phone: shared })];
  const merged = await merge(winner.id, loser.id);
  await patch(winner.id, { phone: shared });
  await undo(winner.id, merged);
  expect(await keysOf(winner.id)).toEqual([shared.slice(1)]);
});

it("says who has an id of one of the two, that was given away meanwhile, before anything is undone [W9]", async () => {
  const [mine, theirs] = [crypto.randomUUID(), crypto.randomUUID()];
  const [winner, loser] = [await make({ externalId: mine }), await make({ externalId: theirs })];
  const merged = await merge(winner.id, loser.id, { externalId: "loser" });
  const details = [{ field: "externalId", code: "already_exists" }];
  const holder = await make({ externalId: mine });
  expect([409, (await undo(winner.id, merged)).body]).toMatchObject([
    409,
    { error: "already_exists", contactId: holder.id, details },
  ]);
  await patch(holder.id, { externalId: "" });
  await patch(winner.id, { externalId: "" });
  await patch(holder.id, { externalId: theirs });
  expect((await undo(winner.id, merged)).body).toMatchObject({ contactId: holder.id, details });
  await patch(holder.id, { externalId: "" });
  expect((await undo(winner.id, merged)).status).toBe(200);
  expect((await api.get<Contact>(`/v1/contacts/${loser.id}`)).body.externalId).toBe(theirs);
});
