import { describe, expect, it } from "vitest";
import { captureContact } from "#server/conversations/linking/capturing.ts";
import type { Conversation } from "#server/conversations/schema.ts";
import { systemActor } from "#server/core/actor.ts";
import { systemPool } from "#server/db/system.ts";
import { app } from "#server/rest/app.ts";
import { furnishedCompany } from "#server/testing/company.ts";
import { eventsDuring, eventsOf, typesDuring } from "#server/testing/events.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { allFurniture } from "#server/testing/furnishing.ts";
import { http } from "#server/testing/http.ts";
import { converse } from "#server/testing/talking.ts";
import type { BulkDeleteResult, Contact } from "./schema.ts";

const company = await openCompany("Acme", allFurniture);
const other = await furnishedCompany("Other", allFurniture);
const api = await openApi(company);

async function contact(extra: Record<string, unknown> = {}): Promise<Contact> {
  const body = { websiteId: company.given.channelId, name: "Ana", note: "first", ...extra };
  return (await api.post<Contact>("/v1/contacts", body)).body;
}

async function linked(email: string): Promise<{ conversation: Conversation; contactId: string }> {
  const conversation = await converse(api, company);
  const made = await captureContact.execute(systemActor(company.companyId), { conversationId: conversation.id, email });
  return { conversation, contactId: made.contactId ?? "" };
}

async function rowsLeft(contactId: string): Promise<number> {
  const { rows } = await systemPool().query<{ n: number }>(
    `select (select count(*) from contacts where "id" = $1) + (select count(*) from notes where "contactId" = $1)
       + (select count(*) from contact_search where "contactId" = $1)
       + (select count(*) from contact_links where "contactId" = $1) as n`,
    [contactId],
  );
  return Number(rows[0]?.n);
}

describe("DELETE /v1/contacts/{contactId} (D4)", () => {
  it("answers once, then 404, and leaves nothing of it", async () => {
    const { id } = await contact();
    const told = await eventsDuring(company, async () => {
      expect((await api.delete(`/v1/contacts/${id}`)).body).toEqual({ id, deleted: true });
      expect((await api.delete(`/v1/contacts/${id}`)).status).toBe(404);
    });
    expect(told.map((event) => event.type)).toEqual(["contact/deleted"]);
    expect(told[0]?.data).toEqual({
      id,
      companyId: company.companyId,
      websiteId: company.given.channelId,
      name: "Ana",
      email: "",
      phone: "",
      deletedAt: told[0]?.data.deletedAt,
    });
    expect((await api.get(`/v1/contacts/${id}`)).status).toBe(404);
    expect((await api.get(`/v1/contacts/${id}/history`)).status).toBe(404);
    expect(await rowsLeft(id)).toBe(0);
  });

  it("keeps its conversations, without a contact", async () => {
    const { conversation, contactId } = await linked("kept@example.com");
    await api.delete(`/v1/contacts/${contactId}`);
    const after = await api.get<Conversation>(`/v1/conversations/${conversation.id}`);
    expect(after.status).toBe(200);
    expect(after.body.contactId).toBe("");
    expect(await rowsLeft(contactId)).toBe(0);
  });

  it("takes its conversations from the sight of who saw them as its owner [C2]", async () => {
    const owners = [company.agent.userId, company.otherAgent.userId, null];
    const made = [];
    for (const assignedTo of owners) {
      const { conversation, contactId } = await linked(`owned-${made.length}@example.com`);
      await api.patch(`/v1/contacts/${contactId}`, { assignedTo });
      made.push({ id: conversation.id, contactId, assignedTo });
    }
    const contacts = made.map(({ contactId }) => contactId);
    const before = (await eventsOf(company)).length;
    await api.post("/v1/contacts/bulk-delete", { contacts });
    const released = (await eventsOf(company)).slice(before).filter(({ type }) => type === "conversation/changed");
    expect(new Map(released.map(({ conversationId, data }) => [conversationId, data.unseen]))).toEqual(
      new Map(made.map(({ id, assignedTo }) => [id, assignedTo ? [assignedTo] : undefined])),
    );
  });

  it("happens once however many try", async () => {
    const { id } = await contact();
    const told = await typesDuring(company, async () => {
      const answers = await Promise.all(Array.from({ length: 6 }, () => api.delete(`/v1/contacts/${id}`)));
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 404, 404, 404, 404, 404]);
    });
    expect(told).toEqual(["contact/deleted"]);
  });

  it("holds against conversations that are linked meanwhile", async () => {
    const { contactId } = await linked("racing@example.com");
    const links = Array.from({ length: 6 }, () => linked("racing@example.com"));
    const [gone] = await Promise.all([api.delete(`/v1/contacts/${contactId}`), ...links]);
    expect(gone.status).toBe(200);
    const { rows } = await systemPool().query(
      `select 1 from conversations c where c."companyId" = $1 and c."contactId" = $2`,
      [company.companyId, contactId],
    );
    expect(rows).toEqual([]);
    expect(await rowsLeft(contactId)).toBe(0);
  });
});

describe("POST /v1/contacts/bulk-delete (D5)", () => {
  const bulk = (contacts: unknown) => api.post<BulkDeleteResult>("/v1/contacts/bulk-delete", { contacts });

  it("answers 207 with one result per id in the order given", async () => {
    const [a, b] = [await contact(), await contact()];
    const missing = "0195b2a0-0000-7000-8000-000000000000";
    const foreign = other.given.contactId ?? "";
    const ids = [b.id, missing, a.id, "nope", foreign, b.id];
    const told = await eventsDuring(company, async () => {
      const { status, body } = await bulk(ids);
      expect(status).toBe(207);
      expect(body.results.map((one) => [one.id, one.status, one.success])).toEqual([
        [b.id, 200, true],
        [missing, 404, false],
        [a.id, 200, true],
        ["nope", 404, false],
        [foreign, 404, false],
      ]);
      expect(body.results.map((one) => one.error?.error ?? null)).toEqual([
        null,
        "not_found",
        null,
        "not_found",
        "not_found",
      ]);
      expect([body.deleted, body.failed]).toEqual([2, 3]);
    });
    expect(told.map((event) => event.type)).toEqual(["contact/deleted", "contact/deleted"]);
    expect(told.map((event) => event.contactId).sort()).toEqual([a.id, b.id].sort());
    const elsewhere = http(app, (await other.token(["admin"])).secret);
    expect((await elsewhere.get(`/v1/contacts/${foreign}`)).status).toBe(200);
  });

  it("knows a repeat in capitals, and counts what it answers", async () => {
    const { id } = await contact();
    const { body } = await bulk([id, "nope", id.toUpperCase()]);
    expect(body.results.map((one) => [one.id, one.status])).toEqual([
      [id, 200],
      ["nope", 404],
    ]);
    expect([body.deleted, body.failed]).toEqual([1, 1]);
  });

  it("takes 100 ids and refuses none, 101 and anything else", async () => {
    const hundred = Array.from({ length: 100 }, (_, n) => `missing-${n}`);
    expect((await bulk(hundred)).body.failed).toBe(100);
    expect((await bulk([...hundred, "one more"])).status).toBe(400);
    expect((await bulk([])).status).toBe(400);
    expect((await bulk("x")).status).toBe(400);
    expect((await bulk([1])).status).toBe(400);
    expect((await api.post("/v1/contacts/bulk-delete", {})).status).toBe(400);
  });

  it("reaches only what a restricted token may write", async () => {
    const mine = await contact({ assignedTo: company.agent.id });
    const theirs = await contact({ assignedTo: company.otherAgent.id });
    const { secret } = await company.token(["clients_write_assigned"], company.agent);
    const answer = await http(app, secret).post<BulkDeleteResult>("/v1/contacts/bulk-delete", {
      contacts: [theirs.id, mine.id],
    });
    expect(answer.body.results.map((one) => one.status)).toEqual([404, 200]);
    expect((await api.get(`/v1/contacts/${theirs.id}`)).status).toBe(200);
  });
});
