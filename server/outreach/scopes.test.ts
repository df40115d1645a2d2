import { expect, it } from "vitest";
import type { Contact } from "#server/contacts/schema.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { personWith } from "#server/testing/roles.ts";

const company = await openCompany("Acme", ["talk", "whatsapp"]);
const api = await openApi(company);
const permissions = ["clients_read", "clients_write", "chat_talk"] as const;
const looking = await personWith(company, {
  ...{ name: "Looking", permissions: [...permissions], readScope: "all", writeScope: "assigned" },
});
const theirs = await openApi(company, permissions, looking);
const { channelId, whatsappChannelId } = company.given;

let last = 5_491_155_550_000;
async function contactOf(assignedTo: string): Promise<string> {
  last += 1;
  const body = { websiteId: channelId, name: "Una", phone: `+${last}`, assignedTo };
  return (await api.post<Contact>("/v1/contacts", body)).body.id;
}
const others = await contactOf(company.agent.id);
const own = await contactOf(looking.id);

it("nobody writes first to a contact that they may only read [W11]", async () => {
  expect((await theirs.get(`/v1/contacts/${others}`)).status).toBe(200);
  const start = (contactId: string) =>
    theirs.post("/v1/messages", { channelId, to: { contactId }, message: { body: "Hello" } });
  expect([(await start(own)).status, await start(others)]).toMatchObject([
    202,
    { status: 400, body: { details: [{ field: "to.contactId", code: "unknown_reference" }] } },
  ]);
  const template = { templateId: company.given.templateId, variables: { "1": "Ana" } };
  const send = (contactId: string) =>
    theirs.post("/v1/messages", { channelId: whatsappChannelId, to: { contactId }, template });
  expect([(await send(own)).status, (await send(others)).status]).toEqual([202, 400]);
});

it("nobody writes by a number into what is a colleague's [C1] [J6] [J7]", async () => {
  const limited = await openApi(company, ["clients_read_assigned", "chat_talk"], looking);
  const { templateId } = company.given;
  const path = `/v1/whatsapp/${whatsappChannelId}`;
  const sending = (by: typeof api, destination: string) => [
    () => by.post(`${path}/template-messages`, { templateId, destination, variables: { "1": "Ana" } }),
    () => by.post(`${path}/notifications`, { templateId, destination, variables: { "1": "Ana" } }),
  ];
  const numberOf = async (id: string) => (await api.get<Contact>(`/v1/contacts/${id}`)).body.phone;
  const stranger = "+5491155551999";
  const refused = { status: 400, body: { details: [{ field: "destination", code: "unknown_reference" }] } };
  for (const by of [limited, theirs]) {
    for (const send of sending(by, await numberOf(others))) expect(await send()).toMatchObject(refused);
    for (const send of sending(by, await numberOf(own))) expect((await send()).status).toBe(202);
  }
  const { body } = await api.post<{ conversationId: string }>(`${path}/notifications`, {
    ...{ templateId, destination: stranger, variables: { "1": "Ana" } },
  });
  const { id } = company.agent;
  await api.post(`/v1/conversations/${body.conversationId}/assign`, { assignedTo: id, userId: id });
  for (const send of sending(limited, stranger)) expect(await send()).toMatchObject(refused);
  for (const send of sending(api, stranger)) expect((await send()).status).toBe(202);
});
