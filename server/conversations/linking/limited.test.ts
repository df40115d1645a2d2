import { describe, expect, it } from "vitest";
import type { Contact } from "#server/contacts/schema.ts";
import type { Conversation } from "#server/conversations/schema.ts";
import { systemActor } from "#server/core/actor.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { converse, reread, say } from "#server/testing/talking.ts";
import { captureContact } from "./capturing.ts";

const company = await openCompany();
const api = await openApi(company);
const own = ["clients_read_assigned", "clients_write_assigned", "chat_talk"] as const;
const limited = await openApi(company, own, company.agent);
/** Their token that may read nothing opens no more than they see themselves. */
const narrow = await openApi(company, ["chat_talk"], company.agent);
let number = 0;

/** Somebody else's customer. */
async function victim(extra: Record<string, unknown> = {}): Promise<Contact> {
  number += 1;
  const email = `victim-${number}@example.com`;
  const body = { websiteId: company.given.channelId, name: "Vera Victim", email, ...extra };
  const { body: contact } = await api.post<Contact>("/v1/contacts", body);
  return (await api.patch<Contact>(`/v1/contacts/${contact.id}`, { assignedTo: company.otherAgent.userId })).body;
}

const hold = async ({ id }: Conversation) => {
  await api.post(`/v1/conversations/${id}/assign`, { assignedTo: company.agent.userId });
  return id;
};
const doors = async (id: string) => [
  (await limited.get(`/v1/contacts/${id}`)).status,
  (await limited.get(`/v1/contacts/${id}/notes`)).status,
  (await limited.patch(`/v1/contacts/${id}`, { subStatus: "taken" })).status,
  (await limited.delete(`/v1/contacts/${id}`)).status,
];
const shut = [404, 404, 404, 404];

describe("whoever is limited to their own rows comes to no contact by its address (C1, D10, W11) [sec 4]", () => {
  it.each([
    ["is created by them", limited],
    ["is created by a token of theirs that reads nothing", narrow],
    ["is created by the company's system", api],
  ])("where the conversation %s and they type it", async (_how, maker) => {
    const contact = await victim();
    const id = await hold(await converse(maker, company, { from: `own-${number}`, visitorName: "X" }));
    expect((await limited.patch(`/v1/conversations/${id}`, { visitorEmail: contact.email })).status).toBe(200);
    const { status, body } = await limited.post<Conversation>(`/v1/conversations/${id}/close`, { isLead: true });
    expect(status).toBe(200);
    expect(body).toMatchObject({ contactId: contact.id, contactLink: "claimed" });
    expect(await doors(contact.id)).toEqual(shut);
  });

  it("where it stands in what creates the conversation, whoever closes it", async () => {
    const contact = await victim({ phone: "+34 600 555 001" });
    const id = await hold(await converse(limited, company, { from: "own-b", visitorPhone: "+34600555001" }));
    await api.post(`/v1/conversations/${id}/close`, { isLead: true });
    expect(await reread(api, id)).toMatchObject({ contactId: contact.id, contactLink: "claimed" });
    expect(await doors(contact.id)).toEqual(shut);
  });

  it("where they tell it to the bot in the visitor's place", async () => {
    const contact = await victim();
    const id = await hold(await converse(api, company, { from: "own-c" }));
    await say(limited, id, "visitor", { body: contact.email });
    await captureContact.execute(systemActor(company.companyId), { conversationId: id, email: contact.email });
    expect((await reread(api, id)).contactLink).toBe("claimed");
    expect(await doors(contact.id)).toEqual(shut);
  });

  it("where a platform knows them by name only, and they type the rest", async () => {
    const contact = await victim();
    const id = await hold(await converse(api, company, { from: "own-d" }));
    await captureContact.execute(systemActor(company.companyId), { conversationId: id, name: "Provisional" });
    await limited.put(`/v1/conversations/${id}`, { visitorEmail: contact.email });
    expect(await reread(api, id)).toMatchObject({ contactId: contact.id, contactLink: "claimed" });
    expect(await doors(contact.id)).toEqual(shut);
  });

  it("and they cannot confirm it, but who sees the contact can", async () => {
    const contact = await victim();
    const id = await hold(await converse(limited, company, { from: "own-e", visitorEmail: contact.email }));
    await limited.post(`/v1/conversations/${id}/close`, { isLead: true });
    const refused = await limited.post<{ message: string }>(`/v1/conversations/${id}/confirm-contact`, {});
    expect([refused.status, refused.body.message]).toEqual([403, expect.stringContaining("Ask somebody who does")]);
    expect(await doors(contact.id)).toEqual(shut);
    const confirmed = await api.post<Conversation>(`/v1/conversations/${id}/confirm-contact`, {});
    expect(confirmed.body.contactLink).toBe("confirmed");
    expect((await limited.get(`/v1/contacts/${contact.id}`)).status).toBe(200);
  });

  it("while who sees everything links it as before, also by a token that reads nothing", async () => {
    for (const client of [api, await openApi(company, ["chat_talk", "clients_write"])]) {
      const contact = await victim();
      const { id } = await converse(client, company, { from: "all" });
      await client.patch(`/v1/conversations/${id}`, { visitorEmail: contact.email });
      const { body } = await client.post<Conversation>(`/v1/conversations/${id}/close`, { isLead: true });
      expect(body).toMatchObject({ contactId: contact.id, contactLink: "proven" });
    }
  });
});
