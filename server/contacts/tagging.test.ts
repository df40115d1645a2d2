import { describe, expect, it } from "vitest";
import { eventsDuring, typesDuring } from "#server/testing/events.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import type { Contact } from "./schema.ts";

const company = await openCompany();
const api = await openApi(company);

async function contactId(): Promise<string> {
  const body = { websiteId: company.given.channelId, name: "Ana" };
  return (await api.post<Contact>("/v1/contacts", body)).body.id;
}
const add = (id: string, tag: unknown) => api.post<Contact>(`/v1/contacts/${id}/tags`, { tag });

describe("tags of a contact (D7)", () => {
  it("are trimmed, answered with the contact and emit one event", async () => {
    const id = await contactId();
    const told = await eventsDuring(company, async () => {
      const { status, body } = await add(id, "  VIP ");
      expect(status).toBe(200);
      expect(body.tags).toEqual(["VIP"]);
      expect((await add(id, "vip")).body.tags).toEqual(["VIP"]);
    });
    expect(told.map((event) => event.type)).toEqual(["contact/tag_added"]);
    expect(told[0]?.data).toMatchObject({ id, tag: "VIP", tags: ["VIP"] });
  });

  it("go without an event, whatever the case, and a missing one is no error", async () => {
    const id = await contactId();
    await add(id, "Año nuevo/50%");
    const told = await typesDuring(company, async () => {
      const gone = await api.delete<Contact>(`/v1/contacts/${id}/tags/${encodeURIComponent("AÑO nuevo/50%")}`);
      expect(gone.status).toBe(200);
      expect(gone.body.tags).toEqual([]);
      expect((await api.delete(`/v1/contacts/${id}/tags/other`)).status).toBe(200);
    });
    expect(told).toEqual([]);
  });

  it("lose none when several are added at once", async () => {
    const id = await contactId();
    await Promise.all(Array.from({ length: 8 }, (_, n) => add(id, `t${n}`)));
    expect((await api.get<Contact>(`/v1/contacts/${id}`)).body.tags).toHaveLength(8);
  });

  it("are 1 to 50 characters and at most 50", async () => {
    const id = await contactId();
    for (const bad of ["", "   ", "x".repeat(51), 5, null]) expect((await add(id, bad)).status).toBe(400);
    expect((await add(id, "x".repeat(50))).status).toBe(200);
    for (let n = 1; n < 50; n += 1) expect((await add(id, `t${n}`)).status).toBe(200);
    expect((await add(id, "one too many")).status).toBe(400);
    expect((await add(id, "T7")).status).toBe(200);
  });
});
