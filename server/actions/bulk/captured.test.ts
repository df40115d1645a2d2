import { describe, expect, it } from "vitest";
import { newId } from "#server/base/ids.ts";
import { eventsOf } from "#server/testing/events.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { converse, reread } from "#server/testing/talking.ts";
import type { BulkAnswer, BulkRowView } from "./schema.ts";

const company = await openCompany("Acme", ["talk"]);
const api = await openApi(company);
const path = "/v1/conversations/bulk";

describe("undo of closing as a lead", () => {
  const close = [{ name: "close", input: { isLead: true } }];
  const lead = async () => {
    const { id } = await converse(api, company, { visitorName: "Lea", visitorEmail: `${newId()}@example.com` });
    const { body } = await api.post<BulkAnswer>(path, { ids: [id], actions: close });
    const { contactId } = await reread(api, id);
    expect((await api.get(`/v1/contacts/${contactId}`)).status).toBe(200);
    const undo = async () => (await api.post<BulkAnswer>(`/v1/jobs/${body.jobId}/undo`, {})).body.results?.[0];
    return { id, contactId, undo };
  };
  const outcomes = (row: BulkRowView | undefined) => row?.actions.map(({ name, outcome }) => [name, outcome]);

  it("takes the contact away that the closing made [W4]", async () => {
    const { id, contactId, undo } = await lead();
    expect(outcomes(await undo())).toContainEqual(["contact", "done"]);
    expect(await reread(api, id)).toMatchObject({ status: "ACTIVE", contactId: "" });
    expect((await api.get(`/v1/contacts/${contactId}`)).status).toBe(404);
    const told = (await eventsOf(company)).filter((event) => event.contactId === contactId);
    expect(told.at(-1)).toMatchObject({ type: "contact/deleted", actorType: "token" });
  });

  it("keeps the contact that somebody has worked on, or whose conversation was closed anew [W4]", async () => {
    const touches = [
      ({ contactId }: { contactId: string }) => api.patch(`/v1/contacts/${contactId}`, { rating: 4 }),
      ({ contactId }: { contactId: string }) => api.post(`/v1/contacts/${contactId}/notes`, { message: "Called" }),
      ({ contactId }: { contactId: string }) => api.post("/v1/tasks", { title: "Call", contactId }),
      async ({ id }: { id: string }) => {
        await api.post(`/v1/conversations/${id}/open`);
        return api.post(`/v1/conversations/${id}/close`, { isLead: true });
      },
    ];
    for (const touch of touches) {
      const { undo, ...about } = await lead();
      expect((await touch(about)).status).toBeLessThan(300);
      expect(outcomes(await undo())).toContainEqual(["contact", "skipped"]);
      expect(await reread(api, about.id)).toMatchObject({ contactId: about.contactId });
      expect((await api.get(`/v1/contacts/${about.contactId}`)).status).toBe(200);
    }
  });

  it("leaves a contact alone that was known before [W4]", async () => {
    const { id } = await converse(api, company, { visitorName: "Known", visitorEmail: "known@example.com" });
    const contact = { name: "Known", email: "known@example.com", websiteId: company.given.channelId };
    const { body: known } = await api.post<{ id: string }>("/v1/contacts", contact);
    const { body } = await api.post<BulkAnswer>(path, { ids: [id], actions: close });
    const undone = await api.post<BulkAnswer>(`/v1/jobs/${body.jobId}/undo`, {});
    expect(outcomes(undone.body.results?.[0])?.map(([name]) => name)).not.toContain("contact");
    expect((await api.get(`/v1/contacts/${known.id}`)).status).toBe(200);
  });
});
