import { describe, expect, it } from "vitest";
import type { Contact } from "#server/contacts/schema.ts";
import { app } from "#server/rest/app.ts";
import { furnishedCompany } from "#server/testing/company.ts";
import { typesDuring } from "#server/testing/events.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { http } from "#server/testing/http.ts";
import type { Note } from "./schema.ts";

const company = await openCompany("Acme", ["talk"]);
const other = await furnishedCompany("Other", ["talk"]);
const api = await openApi(company);

async function contact(extra: Record<string, unknown> = {}): Promise<string> {
  const body = { websiteId: company.given.channelId, name: "Ana", ...extra };
  return (await api.post<Contact>("/v1/contacts", body)).body.id;
}
const add = (id: string, message: unknown) => api.post<Note>(`/v1/contacts/${id}/notes`, { message });
const list = async (id: string) => (await api.get<Note[]>(`/v1/contacts/${id}/notes`)).body;

describe("notes of a contact (D6)", () => {
  it("are written, listed oldest first, changed and deleted, without any public event", async () => {
    const id = await contact();
    const told = await typesDuring(company, async () => {
      const first = await add(id, "  First ");
      expect(first.status).toBe(200);
      expect(first.body).toMatchObject({ text: "First", authorId: company.admin.userId });
      const second = (await add(id, "Second")).body;
      const changed = await api.patch<Note>(`/v1/contacts/${id}/notes/${first.body.id}`, { message: "First again" });
      expect(changed.status).toBe(200);
      expect(changed.body).toMatchObject({ id: first.body.id, text: "First again", createdAt: first.body.createdAt });
      expect(changed.body.updatedAt >= first.body.updatedAt).toBe(true);
      expect((await list(id)).map((note) => note.text)).toEqual(["First again", "Second"]);
      const gone = await api.delete(`/v1/contacts/${id}/notes/${second.id}`);
      expect([gone.status, gone.text]).toEqual([204, ""]);
      expect((await api.delete(`/v1/contacts/${id}/notes/${second.id}`)).status).toBe(404);
      expect((await list(id)).map((note) => note.text)).toEqual(["First again"]);
    });
    expect(told).toEqual([]);
  });

  it("are 1 to 5000 characters after trimming", async () => {
    const id = await contact();
    for (const bad of ["", "  \n ", "x".repeat(5001), undefined, 5]) expect((await add(id, bad)).status).toBe(400);
    const { body, status } = await add(id, ` ${"x".repeat(5000)} `);
    expect(status).toBe(200);
    expect((await api.patch(`/v1/contacts/${id}/notes/${body.id}`, { message: " " })).status).toBe(400);
  });

  it("are not found under another contact, in another company, or with a malformed id", async () => {
    const [id, elsewhere] = [await contact(), await contact()];
    const note = (await add(id, "Here")).body;
    const foreign = `/v1/contacts/${other.given.contactId}/notes/${other.given.noteId}`;
    const paths = [`/v1/contacts/${elsewhere}/notes/${note.id}`, `/v1/contacts/${id}/notes/nope`, foreign];
    for (const path of paths) {
      expect((await api.patch(path, { message: "X" })).status).toBe(404);
      expect((await api.delete(path)).status).toBe(404);
    }
    expect((await api.get(`/v1/contacts/${other.given.contactId}/notes`)).status).toBe(404);
    expect((await add(other.given.contactId ?? "", "X")).status).toBe(404);
  });

  it("of others cannot be changed by who is held to its own rows", async () => {
    const id = await contact({ assignedTo: company.agent.id });
    const theirs = (await add(id, "By the admin")).body;
    const { secret } = await company.token(["clients_write_assigned"], company.agent);
    const held = http(app, secret);
    const own = (await held.post<Note>(`/v1/contacts/${id}/notes`, { message: "Mine" })).body;
    expect((await held.patch(`/v1/contacts/${id}/notes/${own.id}`, { message: "Mine too" })).status).toBe(200);
    expect((await held.patch(`/v1/contacts/${id}/notes/${theirs.id}`, { message: "X" })).status).toBe(403);
    expect((await held.delete(`/v1/contacts/${id}/notes/${theirs.id}`)).status).toBe(403);
  });
});
