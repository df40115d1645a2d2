import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "#server/base/ids.ts";
import type { Contact } from "#server/contacts/schema.ts";
import { captureContact } from "#server/conversations/linking/capturing.ts";
import type { Conversation } from "#server/conversations/schema.ts";
import { systemActor } from "#server/core/actor.ts";
import type { Permission } from "#server/core/permissions.ts";
import type { ContactImportView, ImportReport } from "#server/imports/schema.ts";
import { workOnImport } from "#server/imports/working.ts";
import { findDuplicates } from "#server/merges/duplicates/finding.ts";
import type { LikelyDuplicate } from "#server/merges/duplicates/schema.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import type { Client } from "#server/testing/http.ts";
import { personWith } from "#server/testing/roles.ts";
import { converse, say } from "#server/testing/talking.ts";

const company = await openCompany("Guessing");
const api = await openApi(company);
const permissions: Permission[] = ["clients_read", "clients_write", "chat_talk"];
const person = await personWith(company, { name: "Masked", permissions, maskedFields: ["email", "phone"] });
const theirs = await openApi(company, permissions, person);
const make = async (client: Client, extra: Record<string, unknown>) =>
  (await client.post<Contact>("/v1/contacts", { websiteId: company.given.channelId, ...extra })).body;
type Page<Row = { id: string }> = { pagination: { total: number }; data: Row[] };
const ids = async (client: Client, path: string) =>
  (await client.get<Page>(`${path}&limit=100`)).body.data.map(({ id }) => id);

describe("what a role is shown masked is not found by guessing", () => {
  it("by ranges or the order of a number in a field that is called a phone [W9] [W11] [sec 6]", async () => {
    for (const [key, type] of [
      ["mobile2", "number"],
      ["seats", "number"],
      ["phoneVerified", "boolean"],
      ["mobileSince", "date"],
    ])
      await api.post("/v1/custom-fields", { entity: "contact", key, label: key, type });
    const customFields = { mobile2: 5491155557788, seats: 4, phoneVerified: true, mobileSince: "2026-01-02" };
    const { id } = await make(api, { name: "Nora Numbers", customFields });
    const shown = (await theirs.get<Contact>(`/v1/contacts/${id}`)).body.customFields;
    expect(shown).toEqual({ ...customFields, mobile2: "•••• 7788" });
    const found = async (client: Client, condition: string) =>
      (await ids(client, `/v1/contacts?customFields=${encodeURIComponent(condition)}`)).includes(id);
    for (const condition of ["mobile2>=5491155557788", "mobile2<=5491155557788", "mobile2=5491155557788"])
      expect([condition, await found(api, condition), await found(theirs, condition)]).toEqual([
        condition,
        true,
        false,
      ]);
    for (const condition of ["seats>=4", "phoneVerified=true", "mobileSince>=2026-01-01"])
      expect([condition, await found(theirs, condition)]).toEqual([condition, true]);
    expect((await theirs.get("/v1/contacts?orderBy=customFields.mobile2")).status).toBe(400);
    for (const key of ["seats", "mobileSince"])
      expect((await theirs.get(`/v1/contacts?orderBy=customFields.${key}`)).status).toBe(200);
  });

  it("by some digits of a number that is their name [W11] [sec 12]", async () => {
    const { id } = await make(api, { name: "+5491166627349" });
    const { id: studio } = await make(api, { name: "Studio 54" });
    const talk = (await converse(api, company, { from: "named", visitorName: "5491166627349" })).id;
    for (const asked of ["search=273", "search=734", "name=627", "search=549"]) {
      const path = `/v1/contacts?${asked}`;
      expect([asked, (await ids(api, path)).includes(id)]).toEqual([asked, true]);
      expect([asked, (await ids(theirs, path)).includes(id)]).toEqual([asked, false]);
    }
    const talks = "/v1/conversations?search=273";
    expect([await ids(api, talks), await ids(theirs, talks)]).toEqual([[talk], []]);
    expect(await ids(theirs, "/v1/contacts?search=54")).not.toContain(id);
    expect(await ids(theirs, "/v1/contacts?search=Studio%2054")).toContain(studio);
    expect(await ids(theirs, "/v1/contacts?name=io%2054")).toContain(studio);
  });

  describe("by a likely duplicate [W9] [W11] [sec 13]", () => {
    const named = async (client: Client, id: string) => {
      const { data, pagination } = (await client.get<Page<LikelyDuplicate>>("/v1/contacts/duplicates?limit=100")).body;
      const pairs = data.filter(({ contacts }) => contacts.some((one) => one.id === id));
      return [pairs.length, pairs.flatMap(({ reasons }) => reasons), data.length === pagination.total];
    };
    let guesses: Contact[] = [];
    beforeAll(async () => {
      await make(api, { name: "Vera", email: "vera@secret.example", phone: "+5491155557788" });
      guesses = [
        await make(theirs, { name: "Guess", email: "vera@secret.example" }),
        await make(theirs, { name: "Other", phone: "+54 9 11 5555 7788" }),
        await make(theirs, { name: "Vera", email: "x@secret.example" }),
      ];
      while ((await findDuplicates.execute(systemActor(company.companyId), {})).checked > 0);
    });
    it("of which only what is hidden speaks", async () => {
      for (const { id } of guesses) {
        expect((await named(api, id))[0]).toBeGreaterThan(0);
        expect(await named(theirs, id)).toEqual([0, [], true]);
      }
    });
  });

  it("by typing it for a visitor [D10] [W11]", async () => {
    const { id: known } = await make(api, { name: "Zoe", email: "zoe@secret.example", phone: "+5491155557799" });
    const typed: Record<string, unknown>[] = [
      { visitorEmail: "zoe@secret.example" },
      { visitorPhone: "+54 9 11 5555 7799" },
    ];
    const close = async (id: string) =>
      (await theirs.post<Conversation>(`/v1/conversations/${id}/close`, { isLead: true })).body;
    for (const said of typed) {
      const { id: made } = await converse(theirs, company, { from: newId(), ...said });
      const { id: changed } = await converse(api, company, { from: newId() });
      await theirs.patch(`/v1/conversations/${changed}`, said);
      const { id: named } = await converse(api, company, { from: newId() });
      const system = systemActor(company.companyId);
      await captureContact.execute(system, { conversationId: named, name: "Somebody" });
      await theirs.patch(`/v1/conversations/${named}`, said);
      const { id: spoken } = await converse(api, company, { from: newId() });
      await say(theirs, spoken, "visitor", { body: String(Object.values(said)[0]) });
      await captureContact.execute(system, {
        conversationId: spoken,
        email: String(said.visitorEmail ?? ""),
        phone: String(said.visitorPhone ?? ""),
      });
      for (const id of [made, changed, named, spoken]) {
        const { contactId, contactLink } = await close(id);
        expect([contactId === known, contactId === "", contactLink]).toEqual([false, false, "separate"]);
        // Nor by what is captured of it later.
        await captureContact.execute(system, { conversationId: id, name: "Somebody else" });
        expect((await theirs.get<Conversation>(`/v1/conversations/${id}`)).body.contactId).toBe(contactId);
      }
      const { id: whole } = await converse(api, company, { from: newId(), ...said });
      expect((await api.post<Conversation>(`/v1/conversations/${whole}/close`, { isLead: true })).body.contactId).toBe(
        known,
      );
      expect((await theirs.patch<Conversation>(`/v1/conversations/${whole}`, said)).body.contactLink).toBe("proven");
    }
  });

  describe("by a file of addresses [W9] [W11]", () => {
    const text = "externalId,email,name\nE-9,ida@secret.example,Not Ida\n";
    const start = (client: Client, more: Record<string, unknown> = {}) =>
      client.post<ImportReport>("/v1/contacts/import", { text, fileName: "people.csv", ...more });
    const work = async (jobId: string | null) => {
      while ((await workOnImport.execute(systemActor(company.companyId), { jobId: jobId ?? "" })).more);
      return (await api.get<ContactImportView>(`/v1/imports/${jobId}`)).body;
    };
    const named = async (id: string) => (await api.get<Contact>(`/v1/contacts/${id}`)).body.name;

    it("which is refused unless it matches by what they see", async () => {
      const { id } = await make(api, { name: "Ida", email: "ida@secret.example" });
      for (const more of [{}, { dryRun: true }, { matchBy: "email" }, { matchBy: "externalId,phone", dryRun: true }])
        expect([more, (await start(theirs, more)).status]).toEqual([more, 403]);
      // The page goes on with the rest.
      expect((await start(theirs, {})).body).toMatchObject({ error: "forbidden", hidden: ["email", "phone"] });
      const mine = { matchBy: "externalId" };
      expect((await start(theirs, { ...mine, dryRun: true })).body).toMatchObject({ created: 1, updated: 0 });
      const { status, body } = await start(theirs, mine);
      expect([status, await work(body.jobId)]).toMatchObject([202, { created: 1, updated: 0 }]);
      expect(await named(id)).toBe("Ida");
    });

    it("also where the mask came after the file", async () => {
      const { id } = await make(api, { name: "Ina", email: "ina@secret.example" });
      const late = await personWith(company, { name: "Masked later", permissions });
      const { body } = await start(await openApi(company, permissions, late), {
        text: "email,name\nina@secret.example,Not Ina\n",
      });
      await api.patch(`/v1/roles/${late.roleId}`, { maskedFields: ["email"] });
      expect(await work(body.jobId)).toMatchObject({ status: "cancelled", updated: 0 });
      expect(await named(id)).toBe("Ina");
    });
  });
});
