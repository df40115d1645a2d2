import { expect, it } from "vitest";
import type { Contact } from "#server/contacts/schema.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { personWith } from "#server/testing/roles.ts";
import { converse } from "#server/testing/talking.ts";
import type { Task } from "./schema.ts";

const company = await openCompany("Acme", ["talk"]);
const api = await openApi(company);
const permissions = ["clients_read", "clients_write", "chat_talk"] as const;
const looking = await personWith(company, {
  ...{ name: "Looking", permissions: [...permissions], readScope: "all", writeScope: "assigned" },
});
const theirs = await openApi(company, permissions, looking);

const contactOf = async (assignedTo: string) =>
  (await api.post<Contact>("/v1/contacts", { websiteId: company.given.channelId, name: "Una", assignedTo })).body.id;
const others = await contactOf(company.agent.id);
const own = await contactOf(looking.id);
const make = async (body: object, client = api) => (await client.post<Task>("/v1/tasks", body)).body.id;
const path = (id: string) => `/v1/tasks/${id}`;

it("a task about what one only reads is not made, nor is another moved to it [W11]", async () => {
  expect((await theirs.get(`/v1/contacts/${others}`)).status).toBe(200);
  expect((await theirs.patch(`/v1/contacts/${others}`, { rating: 3 })).status).toBe(404);
  const refused = await theirs.post<{ details: unknown }>("/v1/tasks", { title: "Call", contactId: others });
  expect([refused.status, refused.body.details]).toMatchObject([
    400,
    [{ field: "contactId", code: "unknown_reference" }],
  ]);
  const { id: conversationId } = await converse(api, company);
  expect((await theirs.post("/v1/tasks", { title: "Call", conversationId })).status).toBe(400);
  const mine = await make({ title: "Call", contactId: own }, theirs);
  expect((await theirs.patch(path(mine), { contactId: others })).status).toBe(400);
  expect((await theirs.patch<Task>(path(mine), { title: "Call soon" })).body).toMatchObject({ contactId: own });
});

it("a colleague's task about what one only reads is seen and left alone, also where its conversation is one's own [W11]", async () => {
  const { id: conversationId } = await converse(api, company);
  await api.post(`/v1/conversations/${conversationId}/assign`, { assignedTo: looking.id });
  const { id: elsewhere } = await converse(api, company);
  for (const about of [{ contactId: others }, { contactId: others, conversationId }, { conversationId: elsewhere }]) {
    const id = await make({ title: "Call", ...about });
    expect((await theirs.get(path(id))).status).toBe(200);
    expect((await theirs.patch(path(id), { done: true })).status).toBe(404);
    expect((await theirs.delete(path(id))).status).toBe(404);
    expect((await api.get<Task>(path(id))).body.done).toBe(false);
  }
  for (const about of [{ contactId: own }, { conversationId }, { contactId: own, conversationId }]) {
    const id = await make({ title: "Call", ...about });
    expect((await theirs.patch(path(id), { done: true })).status).toBe(200);
    expect((await theirs.delete(path(id))).status).toBe(200);
  }
});

it("one's own task is ticked and changed whatever it is about [W11]", async () => {
  const given = await make({ title: "Call", contactId: others, assignedTo: looking.id });
  expect((await theirs.patch<Task>(path(given), { done: true, title: "Called" })).body).toMatchObject({ done: true });
  expect((await theirs.delete(path(given))).status).toBe(200);
  const made = await make({ title: "Call", contactId: own }, theirs);
  await api.patch(`/v1/contacts/${own}`, { assignedTo: company.agent.id });
  expect((await theirs.patch(path(made), { done: true })).status).toBe(200);
});
