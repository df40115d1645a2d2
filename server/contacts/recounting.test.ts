import { describe, expect, it } from "vitest";
import { captureContact } from "#server/conversations/linking/capturing.ts";
import { systemActor } from "#server/core/actor.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { converse } from "#server/testing/talking.ts";
import type { Contact, HistoryEntry } from "./schema.ts";

const company = await openCompany();
const api = await openApi(company);

const history = async (id: string) => (await api.get<HistoryEntry[]>(`/v1/contacts/${id}/history`)).body;

describe("GET /v1/contacts/{contactId}/history (D8)", () => {
  it("tells what happened and what was noted, oldest first, each entry once", async () => {
    const given = { websiteId: company.given.channelId, name: "Ana", email: "ana@example.com", note: "First note" };
    const { id } = (await api.post<Contact>("/v1/contacts", given)).body;
    const change = { name: "Ann", rating: 3, customFields: { plan: "gold" } };
    await api.patch(`/v1/contacts/${id}`, change);
    await api.patch(`/v1/contacts/${id}`, { status: "client" });
    await api.patch(`/v1/contacts/${id}`, { assignedTo: company.agent.id });
    await api.post(`/v1/contacts/${id}/tags`, { tag: "vip" });
    await api.post(`/v1/contacts/${id}/notes`, { message: "Second note" });
    const entries = await history(id);
    const seen = entries.map(({ type, text, from, to }) => [type, text, from, to]);
    expect(seen.slice(0, 2).sort()).toEqual([
      ["created", "", null, null],
      ["note", "First note", null, null],
    ]);
    expect(seen.slice(2)).toEqual([
      ["updated", "name", "Ana", "Ann"],
      ["updated", "rating", 0, 3],
      ["updated", "customFields.plan", null, "gold"],
      ["status_changed", "status", "new", "client"],
      ["operator_assigned", "Abe Agent", null, company.agent.id],
      ["tag_added", "vip", null, "vip"],
      ["note", "Second note", null, null],
    ]);
    expect(new Set(entries.map((entry) => entry.id)).size).toBe(entries.length);
    expect(entries.map((entry) => entry.createdAt)).toEqual(entries.map((entry) => entry.createdAt).sort());
    expect(new Set(entries.map((entry) => entry.author?.id))).toEqual(new Set([company.admin.userId]));
  });

  it("tells which conversations were linked", async () => {
    const conversation = await converse(api, company);
    const captured = { conversationId: conversation.id, email: "linked@example.com" };
    const { contactId } = await captureContact.execute(systemActor(company.companyId), captured);
    const told = await history(contactId ?? "");
    expect(told.map(({ type, to }) => [type, to])).toEqual([
      ["created", null],
      ["conversation_linked", conversation.id],
    ]);
    expect(told[0]?.author).toEqual({ id: "system", name: "System", type: "system" });
  });
});
