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
