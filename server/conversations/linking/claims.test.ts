import { SignJWT } from "jose";
import { beforeAll, describe, expect, it } from "vitest";
import { revealIdentitySecret } from "#server/channels/connection/identity-secret.ts";
import { shareAssignee } from "#server/chatbots/turn/distributing.ts";
import { listContacts, readContact } from "#server/contacts/list/listing.ts";
import type { Contact } from "#server/contacts/schema.ts";
import { readableConversation } from "#server/conversations/access.sql.ts";
import { assign } from "#server/conversations/assigning.ts";
import type { Conversation } from "#server/conversations/schema.ts";
import { systemActor } from "#server/core/actor.ts";
import { inCompany } from "#server/db/pool.ts";
import { systemPool } from "#server/db/system.ts";
import { load } from "#server/realtime/reading.sql.ts";
import { render } from "#server/realtime/rendering.ts";
import { isInAudience } from "#server/realtime/rooms.ts";
import { app } from "#server/rest/app.ts";
import { eventsDuring } from "#server/testing/events.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { type Client, http } from "#server/testing/http.ts";
import { lines, transcript } from "#server/testing/talking.ts";
import { visitorOn } from "#server/testing/visitor.ts";
import { captureContact } from "./capturing.ts";

let restricted: Client;
let number = 0;

const company = await openCompany("Claims", ["talk"]);
const api = await openApi(company);

beforeAll(async () => {
  restricted = http(
    app,
    (await company.token(["clients_read_assigned", "clients_write_assigned"], company.agent)).secret,
  );
});

/** A customer known by email, held by another agent, with a note and a conversation of their own. */
async function customer(extra: Record<string, unknown> = {}) {
  number += 1;
  const email = `customer-${number}@example.com`;
  const body = { websiteId: company.given.channelId, name: "Vera Private", email, ...extra };
  const { body: contact } = await api.post<Contact>("/v1/contacts", body);
  await api.post(`/v1/contacts/${contact.id}/notes`, { message: "Owes us money" });
  await api.patch(`/v1/contacts/${contact.id}`, { assignedTo: company.otherAgent.userId });
  const visitor = await visitorOn(company.given.channelId ?? "");
  const own = await visitor.begin("my old order");
  await systemPool().query(`update conversations set "contactId" = $2, "assignedTo" = $3 where "id" = $1`, [
    own,
    contact.id,
    company.otherAgent.userId,
  ]);
  return { contact, email, own };
}

const capture = (conversationId: string, known: Record<string, string>) =>
  captureContact.execute(systemActor(company.companyId), { conversationId, ...known });
const readAs = async (client: Client, id: string) => (await client.get<Contact>(`/v1/contacts/${id}`)).body;
const conversation = async (id: string) => (await api.get<Conversation>(`/v1/conversations/${id}`)).body;

/** A visitor in the widget types the customer's email, and an agent limited to their own rows has the conversation. */
async function claimed(email: string, typed: Record<string, string> = {}) {
  const visitor = await visitorOn(company.given.channelId ?? "");
  const id = await visitor.begin("I am the customer");
  await capture(id, { email, ...typed });
  await systemPool().query(
    `update conversations set "visitorEmail" = $2, "visitorPhone" = $3, "visitorName" = $4 where "id" = $1`,
    [id, email, typed.phone ?? "", typed.name ?? ""],
  );
  await assign.execute(company.admin, { conversationId: id, assignedTo: company.agent.userId });
  return { id, visitor };
}

/** Everything by which the restricted agent could come to the contact. */
async function doors(contactId: string, own: string) {
  const search = `/v1/contacts?search=${encodeURIComponent("Vera Private")}&limit=100`;
  const found = async (client: Client, path: string) =>
    (await client.get<{ data: { id: string }[] }>(path)).body.data.some(({ id }) => id === contactId);
  const listed = await listContacts.execute(company.agent, { limit: 100 });
  return {
    read: (await restricted.get(`/v1/contacts/${contactId}`)).status,
    notes: (await restricted.get(`/v1/contacts/${contactId}/notes`)).status,
    history: (await restricted.get(`/v1/contacts/${contactId}/history`)).status,
    conversations: (await restricted.get(`/v1/conversations/contact/${contactId}`)).status,
    change: (await restricted.patch(`/v1/contacts/${contactId}`, { subStatus: "seen" })).status,
    own: (await restricted.get(`/v1/conversations/${own}`)).status,
    search: await found(restricted, search),
    list: await found(restricted, "/v1/contacts?limit=100"),
    screens: listed.data.some(({ id }) => id === contactId),
    screen: await readContact.execute(company.agent, { contactId }).then(
      () => 200,
      () => 404,
    ),
  };
}

const shut = {
  read: 404,
  notes: 404,
  history: 404,
  conversations: 404,
  change: 404,
  own: 404,
  search: false,
  list: false,
  screens: false,
  screen: 404,
};

describe("an email or phone typed in the widget (D10, claims)", () => {
  it("links the known contact, and neither fills its phone nor shows it to who has the conversation [found S10]", async () => {
    const { contact, email, own } = await customer();
    const { id } = await claimed(email, { phone: "+34 600 999 888", name: "Mallory" });
    expect(await conversation(id)).toMatchObject({ contactId: contact.id, contactLink: "claimed" });
    expect(await readAs(api, contact.id)).toMatchObject({ name: "Vera Private", phone: "", email });
    expect(await doors(contact.id, own)).toEqual(shut);
    const said = await transcript(api, id);
    expect(JSON.stringify(said)).not.toContain("Vera");
    // What is captured later fills nothing either.
    await capture(id, { phone: "+34 600 999 777" });
    expect((await readAs(api, contact.id)).phone).toBe("");
    expect(await doors(contact.id, own)).toEqual(shut);
  });

  it("tells a restricted agent's screens nothing of the contact [found S10]", async () => {
    const { contact, email } = await customer();
    await claimed(email);
    const told = await eventsDuring(company, () => api.patch(`/v1/contacts/${contact.id}`, { subStatus: "callback" }));
    const about = told.filter(({ contactId }) => contactId === contact.id);
    expect(about.length).toBeGreaterThan(0);
    const { rows } = await systemPool().query(
      `select e.*, null as "messageFrom" from events e where "companyId" = $1 and "contactId" = $2
        order by "createdAt" desc limit 1`,
      [company.companyId, contact.id],
    );
    const items = render(rows, await load(company.companyId, rows));
    expect(items.filter(({ audience }) => isInAudience(company.agent, audience))).toEqual([]);
    expect(items.filter(({ audience }) => isInAudience(company.otherAgent, audience))).not.toEqual([]);
  });

  it("does not assign the contact when the bot hands over [found S10]", async () => {
    const { contact, email, own } = await customer();
    await api.patch(`/v1/contacts/${contact.id}`, { assignedTo: "" });
    const { id } = await claimed(email);
    await systemPool().query(`update conversations set "preAssigned" = "assignedTo" where "id" = $1`, [id]);
    await inCompany(company.companyId, async () =>
      shareAssignee(company.agent, await readableConversation(company.admin, id)),
    );
    expect((await readAs(api, contact.id)).assignedTo).toBeNull();
    await api.patch(`/v1/contacts/${contact.id}`, { assignedTo: company.otherAgent.userId });
    expect(await doors(contact.id, own)).toEqual(shut);
  });

  it("takes a provisional contact along without its holder getting the older one [found S10]", async () => {
    const { contact, email, own } = await customer();
    const visitor = await visitorOn(company.given.channelId ?? "");
    const id = await visitor.begin("hello");
    const { contactId: provisional } = await capture(id, { name: "Mallory" });
    await assign.execute(company.admin, { conversationId: id, assignedTo: company.agent.userId });
    await api.patch(`/v1/contacts/${provisional}`, { assignedTo: company.agent.userId, subStatus: "callback" });
    await api.patch(`/v1/contacts/${contact.id}`, { assignedTo: "" });
    await capture(id, { email, phone: "+34 600 999 555" });
    const after = await readAs(api, contact.id);
    expect(after).toMatchObject({ assignedTo: null, phone: "", subStatus: "callback", name: "Vera Private" });
    await api.patch(`/v1/contacts/${contact.id}`, { assignedTo: company.otherAgent.userId });
    expect(await doors(contact.id, own)).toEqual(shut);
  });

  it("is the visitor's own where no contact was known by it [found S10]", async () => {
    const { id } = await claimed("nobody.yet@example.com", { phone: "+34 600 111 999" });
    const { contactId, contactLink } = await conversation(id);
    expect(contactLink).toBe("own");
    expect(await readAs(restricted, contactId)).toMatchObject({ email: "nobody.yet@example.com" });
  });

  it("opens the contact and fills it once an agent who sees it confirms, telling it once [found S10]", async () => {
    const { contact, email, own } = await customer();
    const { id } = await claimed(email, { phone: "+34 600 999 666" });
    const told = await eventsDuring(company, () => api.post(`/v1/conversations/${id}/confirm-contact`, {}));
    const changed = told.find(({ type }) => type === "conversation/updated");
    expect(changed?.data.changes).toEqual({ contactLink: { before: "claimed", after: "confirmed" } });
    expect(await readAs(restricted, contact.id)).toMatchObject({ name: "Vera Private", phone: "+34 600 999 666" });
    expect(await doors(contact.id, own)).toMatchObject({ read: 200, notes: 200, search: true, list: true, own: 404 });
    expect(await eventsDuring(company, () => api.post(`/v1/conversations/${id}/confirm-contact`, {}))).toEqual([]);
  });

  it("becomes a contact of its own for good once an agent says that it is another person [found S10]", async () => {
    const { contact, email, own } = await customer();
    const { id } = await claimed(email, { name: "Mallory" });
    const { body } = await restricted.post<Conversation>(`/v1/conversations/${id}/separate-contact`, {});
    expect(body.contactLink).toBe("separate");
    expect(body.contactId).not.toBe(contact.id);
    expect(await readAs(restricted, body.contactId)).toMatchObject({ name: "Mallory", email });
    await capture(id, { email });
    expect((await conversation(id)).contactId).toBe(body.contactId);
    expect(await doors(contact.id, own)).toEqual(shut);
    expect(lines(await transcript(api, id)).at(-1)).toBe("/contact_linked");
  });

  it("is proven by a signed identity, before the claim and after it [found S10]", async () => {
    const channelId = company.given.channelId ?? "";
    const { secret } = await revealIdentitySecret.execute(company.admin, { channelId });
    const identityOf = (sub: string, email: string) =>
      new SignJWT({ email })
        .setProtectedHeader({ alg: "HS256" })
        .setSubject(sub)
        .setAudience(channelId)
        .setExpirationTime("5m")
        .sign(new TextEncoder().encode(secret));
    const { contact, email } = await customer();
    const known = await visitorOn(channelId, { identity: await identityOf("vera", email) });
    const id = await known.begin("it is me");
    await capture(id, { email, phone: "+34 600 999 444" });
    expect(await conversation(id)).toMatchObject({ contactId: contact.id, contactLink: "proven" });
    expect((await readAs(api, contact.id)).phone).toBe("+34 600 999 444");

    const second = await customer();
    const later = await claimed(second.email);
    const identity = await identityOf("vera-2", second.email);
    const { status } = await later.visitor.post("/session", { identity });
    expect(status).toBe(200);
    expect(await conversation(later.id)).toMatchObject({ contactId: second.contact.id, contactLink: "proven" });
  });

  it("is proven where the platform or the API vouches for it", async () => {
    const { contact, email } = await customer();
    const made = await api.post<Conversation>("/v1/conversations", {
      companyId: company.companyId,
      channel: "WEB",
      channelId: company.given.channelId,
      from: "their-own-user-7",
    });
    await capture(made.body.id, { email, phone: "+34 600 999 333" });
    expect(await conversation(made.body.id)).toMatchObject({ contactId: contact.id, contactLink: "proven" });
    expect((await readAs(api, contact.id)).phone).toBe("+34 600 999 333");
  });
});
