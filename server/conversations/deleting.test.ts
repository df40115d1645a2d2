import { describe, expect, it } from "vitest";
import { systemPool } from "#server/db/system.ts";
import { furnishedCompany } from "#server/testing/company.ts";
import { eventsDuring } from "#server/testing/events.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { allFurniture } from "#server/testing/furnishing.ts";
import { converse, say } from "#server/testing/talking.ts";

const company = await openCompany("Acme", allFurniture);
const other = await furnishedCompany("Other", allFurniture);
const api = await openApi(company);

const remaining = async (table: string, id: string) => {
  const { rows } = await systemPool().query<{ n: number }>(
    `select count(*)::int as n from ${table} where "companyId" = $1 and "conversationId" = $2`,
    [company.companyId, id],
  );
  return rows[0]?.n;
};

describe("DELETE /v1/conversations/{id} (E14)", () => {
  it("answers { id, deleted: true } once, then 404", async () => {
    const { id } = await converse(api, company);
    const first = await api.delete(`/v1/conversations/${id}`);
    expect([first.status, first.body]).toEqual([200, { id, deleted: true }]);
    expect((await api.delete(`/v1/conversations/${id}`)).status).toBe(404);
    expect((await api.get(`/v1/conversations/${id}`)).status).toBe(404);
  });

  it("takes messages, notes, tags and the lists' rows along", async () => {
    const { id } = await converse(api, company);
    await say(api, id, "user", { from: company.given.agentId ?? "" });
    await api.post(`/v1/conversations/${id}/notes`, { message: "x" });
    await api.post(`/v1/conversations/${id}/tags`, { tag: "x" });
    await api.delete(`/v1/conversations/${id}`);
    for (const table of ["messages", "notes", "conversation_tags", "conversation_activity", "conversation_search"]) {
      expect(await remaining(table, id), table).toBe(0);
    }
  });

  it("leaves the contact, and tells conversation/deleted with its last links", async () => {
    const { contactId = "", channelId } = company.given;
    const made = await converse(api, company, { visitorName: "Del", visitorEmail: "del@example.com" });
    await api.post(`/v1/conversations/${made.id}/close`, { isLead: true });
    const events = await eventsDuring(company, () => api.delete(`/v1/conversations/${made.id}`));
    expect(events.map((event) => event.type)).toEqual(["conversation/deleted"]);
    const data = events[0]?.data ?? {};
    expect(data).toMatchObject({ id: made.id, companyId: company.companyId, websiteId: channelId });
    expect(Object.keys(data).sort()).toEqual(["companyId", "contactId", "deletedAt", "id", "websiteId"]);
    expect((await api.get(`/v1/contacts/${String(data.contactId)}`)).status).toBe(200);
    expect((await api.get(`/v1/contacts/${contactId}`)).status).toBe(200);
  });

  it("answers 404 for another company's conversation and leaves it alone", async () => {
    const foreign = other.given.conversationId ?? "";
    expect((await api.delete(`/v1/conversations/${foreign}`)).status).toBe(404);
    const { rowCount } = await systemPool().query(`select from conversations where "id" = $1`, [foreign]);
    expect(rowCount).toBe(1);
  });
});
