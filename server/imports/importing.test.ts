import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import type { Contact } from "#server/contacts/schema.ts";
import { systemActor } from "#server/core/actor.ts";
import { systemPool } from "#server/db/system.ts";
import { app } from "#server/rest/app.ts";
import { eventsDuring, typesDuring } from "#server/testing/events.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import type { ContactImportView, ImportReport } from "./schema.ts";
import { workOnImport } from "./working.ts";

const company = await openCompany();
const api = await openApi(company);
const { secret } = await company.token(["admin"]);

const start = (body: Record<string, unknown>) => api.post<ImportReport>("/v1/contacts/import", body);
const read = async (jobId: string | null) => (await api.get<ContactImportView>(`/v1/imports/${jobId}`)).body;
const find = async (query: string) => (await api.get<{ data: Contact[] }>(`/v1/contacts?${query}`)).body.data;

async function work(jobId: string | null): Promise<ContactImportView> {
  const actor = systemActor(company.companyId);
  while ((await workOnImport.execute(actor, { jobId: jobId ?? "" })).more);
  return read(jobId);
}

async function imported(text: string, more: Record<string, unknown> = {}) {
  const { status, body } = await start({ text, fileName: "people.csv", ...more });
  expect(status).toBe(202);
  return work(body.jobId);
}

async function outcomes(jobId: string): Promise<Record<string, string>[]> {
  const { text } = await api.get(`/v1/imports/${jobId}/outcomes`);
  return parse(text, { bom: true, columns: true }) as Record<string, string>[];
}

describe("a file of contacts", () => {
  it("fills the fields that the company has defined, by their labels or keys, and checks their types [W9]", async () => {
    for (const [key, label, type] of [
      ["budget", "Budget", "number"],
      ["frame_size", "Frame size", "text"],
    ])
      await api.post("/v1/custom-fields", { entity: "contact", key, label, type });
    const text =
      "email,BUDGET,frame size,customFields.Color\nfit@example.com,900,54,red\nunfit@example.com,much,56,blue\n";
    const { body } = await start({ text, fileName: "bikes.csv", dryRun: true });
    expect(body.columns.map(({ field }) => field)).toEqual([
      ...["email", "customFields.budget", "customFields.frame_size", "customFields.Color"],
    ]);
    const done = await imported(text);
    expect(done).toMatchObject({ created: 1, failed: 1 });
    const [fit] = await find("email=fit@example.com");
    expect(fit?.customFields).toEqual({ budget: 900, frame_size: "54", Color: "red" });
    const keyed = (await start({ text: "email,frame_size\na@example.com,1\n", dryRun: true })).body;
    expect(keyed.columns[1]?.field).toBe("customFields.frame_size");
  });

  it("knows people who were merged: the rows of both are about the contact that stays, as it is [W9]", async () => {
    const text = "externalId,email,name,phone\nE-1,ea@x.com,Ea,+34600200301\nE-2,eb@x.com,Eb,+34600200302\n";
    await imported(text);
    const [winner] = await find("exactEmail=ea@x.com");
    const [loser] = await find("exactEmail=eb@x.com");
    const merged = await api.post<{ merge: { id: string } }>(`/v1/contacts/${winner?.id}/merge`, {
      loserId: loser?.id,
    });
    for (const matchBy of [["externalId", "email", "phone"], ["email"]]) {
      expect((await start({ text, fileName: "again.csv", dryRun: true, matchBy })).body).toMatchObject({ created: 0 });
      expect(await imported(text, { matchBy })).toMatchObject({ created: 0, updated: 2, failed: 0 });
      expect((await api.get<Contact>(`/v1/contacts/${winner?.id}`)).body).toMatchObject({
        ...{ externalId: "E-1", email: "ea@x.com", phone: "+34600200301", name: "Eb" },
      });
      const { rows } = await systemPool().query(`select "phoneKeys" from contacts where "id" = $1`, [winner?.id]);
      expect(rows).toEqual([{ phoneKeys: ["34600200301", "34600200302"] }]);
    }
    expect(await imported("externalId,email\nE-1,eb@x.com\n")).toMatchObject({ created: 0, updated: 1 });
    expect((await api.get<Contact>(`/v1/contacts/${winner?.id}`)).body.email).toBe("eb@x.com");
    await api.post(`/v1/contacts/${winner?.id}/merges/${merged.body.merge.id}/undo`);
    expect(await imported("externalId,name\nE-2,Apart\n")).toMatchObject({ created: 0, updated: 1 });
    expect((await api.get<Contact>(`/v1/contacts/${loser?.id}`)).body.name).toBe("Apart");
  });

  it("brings in no key that the API refuses, by its columns' names or by what is said of them", async () => {
    const text = "email,customFields.constructor,customFields.__proto__,Plan\nkeys@example.com,a,b,c\n";
    const { body } = await start({ text, dryRun: true });
    expect(body.columns.map(({ field }) => field)).toEqual(["email", null, null, null]);
    const said = await start({ text, dryRun: true, mapping: { Plan: "customFields.constructor" } });
    expect([said.status, said.body]).toMatchObject([400, { details: [{ code: "forbidden_key" }] }]);
  });

  it("means one column by a name of signs alone, and not all of such names", async () => {
    const text = "#,%,email\nA-1,15,signs@example.com\n";
    const { body } = await start({ text, dryRun: true, mapping: { "#": "externalId" } });
    expect(body.columns.map(({ field }) => field)).toEqual(["externalId", null, "email"]);
  });

  it("refuses two columns that are said to be one field, and takes the first of two with one name [W9]", async () => {
    const text = "email,Mobile,Office\ntwice@example.com,+34600100901,+34600100902\n";
    for (const dryRun of [true, false]) {
      const refused = await start({ text, dryRun, mapping: { Mobile: "phone", Office: "phone" } });
      const details = [
        { field: "mapping", code: "duplicate", message: expect.stringContaining('"Mobile" and "Office"') },
      ];
      expect([refused.status, refused.body]).toMatchObject([400, { details }]);
    }
    const fields = async (header: string, mapping: object) =>
      (await start({ text: `${header}\na,b,c\n`, dryRun: true, mapping })).body.columns.map(({ field }) => field);
    expect(await fields("email,X,X", { X: "phone" })).toEqual(["email", "phone", null]);
    expect(await fields("email,e-no,eno", { eno: "phone" })).toEqual(["email", null, "phone"]);
    expect(await fields("email,Mobile,Office", { Office: "email" })).toEqual([null, "phone", "email"]);
  });

  it("takes the tags of an export as they were, with what divides them in one [W9]", async () => {
    const tags = ["red, big", 'a "b"; c', "plain", "5|6"];
    const made = { websiteId: company.given.channelId, name: "Tagged", email: "tagged@example.com" };
    const { id } = (await api.post<Contact>("/v1/contacts", made)).body;
    for (const tag of tags) await api.post(`/v1/contacts/${id}/tags`, { tag });
    const exported = await api.get("/v1/contacts/export?exactEmail=tagged@example.com");
    expect(await imported(exported.text)).toMatchObject({ failed: 0, created: 0 });
    expect((await api.get<Contact>(`/v1/contacts/${id}`)).body.tags).toEqual(tags);
    await imported('email,tags\nwritten@example.com,"one; two|three,, "\n');
    expect((await find("exactEmail=written@example.com"))[0]?.tags).toEqual(["one", "two", "three"]);
  });

  it.each([
    ["a spreadsheet's own file", Buffer.from("PK\u0003\u0004 a workbook")],
    ["a picture", Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk", "base64")],
    ["a document", Buffer.from("%PDF-1.4\n1 0 obj\n<< >>\nendobj\n")],
  ])("is refused where it is %s [W9]", async (_, bytes) => {
    const form = new FormData();
    form.set("file", new Blob([bytes]), "people.csv");
    const headers = { authorization: `Bearer ${secret}` };
    const answer = await app.request("/v1/contacts/import", { method: "POST", body: form, headers });
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { details: [{ field: "file", code: "invalid_csv" }] },
    ]);
  });

  it("says what is wrong with a row in the service's own words", async () => {
    const { body } = await start({ text: "name,rating\nLina,90\n", dryRun: true });
    const refused = await api.post<{ details: { message: string }[] }>("/v1/contacts", {
      ...{ websiteId: company.given.channelId, name: "Lina", rating: "90" },
    });
    expect(refused.status).toBe(400);
    expect(body.faults?.[0]?.faults[0]?.message).not.toMatch(/^(Invalid|Too big)/);
  });

  it("is read by the names of its columns, whatever its delimiter, language and encoding [W9]", async () => {
    const text =
      "Nombre;Correo electrónico;Teléfono;Etiquetas;customFields.Plan;Nota\nJosé Núñez;jose@example.com;+34 600 100 200;vip, nuevo;oro;Llamar mañana\n";
    const form = new FormData();
    form.set("file", new Blob([Buffer.from(text, "latin1")]), "gente.csv");
    const answer = await app.request("/v1/contacts/import", {
      method: "POST",
      body: form,
      headers: { authorization: `Bearer ${secret}` },
    });
    const report = (await answer.json()) as ImportReport;
    expect([answer.status, report.encoding, report.delimiter, report.fileName]).toEqual([
      202,
      "windows-1252",
      ";",
      "gente.csv",
    ]);
    expect(report.columns.map(({ field }) => field)).toEqual([
      "name",
      "email",
      "phone",
      "tags",
      "customFields.Plan",
      "note",
    ]);
    expect(await work(report.jobId)).toMatchObject({ status: "done", total: 1, created: 1, failed: 0, waiting: 0 });
    const [contact] = await find("exactEmail=jose@example.com");
    expect(contact).toMatchObject({
      ...{ name: "José Núñez", internationalPhoneNumber: "34600100200", tags: ["vip", "nuevo"], entryMethod: "IMPORT" },
      customFields: { Plan: "oro" },
    });
    const notes = await api.get<{ text: string }[]>(`/v1/contacts/${contact?.id}/notes`);
    expect(notes.body.map((note) => note.text)).toEqual(["Llamar mañana"]);
  });

  it("tells in a dry run what it would do, and writes nothing [W9]", async () => {
    await api.post("/v1/contacts", { websiteId: company.given.channelId, name: "There", email: "there@example.com" });
    const text =
      "name,email,score\nThere,THERE@example.com,1\nNew,new@example.com,2\nNew,new@example.com,3\nBad,nobody,4\n";
    const types = await typesDuring(company, async () => {
      const { status, body } = await start({ text, dryRun: true, mapping: { score: "customFields.score" } });
      expect(status).toBe(200);
      expect(body).toMatchObject({ jobId: null, total: 4, created: 1, updated: 2, failed: 1, skipped: 0 });
      expect(body.faults).toEqual([
        {
          row: 5,
          cells: ["Bad", "nobody", "4"],
          faults: [{ field: "email", code: expect.any(String), message: expect.any(String) }],
        },
      ]);
      expect(body.columns[2]).toEqual({ name: "score", field: "customFields.score", samples: ["1", "2", "3"] });
    });
    expect(types).toEqual([]);
    expect(await find("exactEmail=new@example.com")).toEqual([]);
  });

  it("forgets what a failed row says of somebody who is deleted, and of nobody else [W9]", async () => {
    const text = "name,email,rating\nGone,gone@example.com,9\nStays,stays@example.com,9\n";
    const { id: jobId } = await imported(text);
    const made = { websiteId: company.given.channelId, name: "Gone", email: "Gone@example.com" };
    const { body } = await api.post<Contact>("/v1/contacts", made);
    await api.delete(`/v1/contacts/${body.id}`);
    const { text: told } = await api.get(`/v1/imports/${jobId}/outcomes`);
    expect(told).toContain("stays@example.com");
    expect(told).not.toContain("gone@example.com");
    expect((await outcomes(jobId)).map(({ outcome }) => outcome)).toEqual(["failed", "failed"]);
  });

  it("forgets somebody who is deleted however their number is written, or called by the name alone, also before their row's turn [P4]", async () => {
    const text =
      'name,email,phone,rating\nGone,,"+54 9 11 4444-7777",9\nGone Tester,,,9\nGone Tester,other@example.com,,9\nStays,,"+54 11 4444 7778",9\n';
    const { id: jobId } = await imported(text);
    const { body: begun } = await start({ text, fileName: "waiting.csv" });
    const made = { websiteId: company.given.channelId, name: "Gone Tester", phone: "5491144447777" };
    const { body } = await api.post<Contact>("/v1/contacts", made);
    await api.delete(`/v1/contacts/${body.id}`);
    const waiting = await systemPool().query<{ cells: string[] | null }>(
      `select "cells" from contact_import_rows where "importId" = $1 order by "position"`,
      [begun.jobId],
    );
    expect(waiting.rows.map(({ cells }) => cells === null)).toEqual([true, true, false, false]);
    expect(await work(begun.jobId)).toMatchObject({ created: 0, failed: 4 });
    for (const id of [jobId, begun.jobId ?? ""]) {
      const { text: told } = await api.get(`/v1/imports/${id}/outcomes`);
      expect(told).not.toContain("4444-7777");
      expect(told.match(/Gone Tester/g)).toHaveLength(1);
      expect(told).toContain("4444 7778");
    }
  });

  it("finds people by own id, email and any shape of a phone; empty cells leave what is there [W9]", async () => {
    const made = { websiteId: company.given.channelId, phone: "+55 31 98888-1111", customFields: { keep: "me" } };
    const old = await api.post<Contact>("/v1/contacts", { ...made, name: "Bia", tags: [] });
    const text = "external id,name,phone,email,status\nB-1,Beatriz,553188881111,,client\nB-1,,,bia@example.com,\n";
    const done = await imported(text);
    expect(done).toMatchObject({ created: 0, updated: 2 });
    expect((await api.get<Contact>(`/v1/contacts/${old.body.id}`)).body).toMatchObject({
      ...{ name: "Beatriz", email: "bia@example.com", externalId: "B-1", status: "client" },
      ...{ phone: "553188881111", customFields: { keep: "me" } },
    });
    expect(await imported("external id,name\nB-1,Other\n", { existing: "skip" })).toMatchObject({
      skipped: 1,
      updated: 0,
    });
    expect((await find("externalId=B-1"))[0]?.name).toBe("Beatriz");
  });

  it("loses no row: each that fails says why, with its cells, and the rest goes in [W9]", async () => {
    const rows = [
      "Ok,ok@example.com,3,",
      "Bad,not-an-email,3,",
      ",,4,",
      "Rated,r@example.com,9,",
      "Owned,o@example.com,,Nobody Here",
    ];
    const done = await imported(`name,email,rating,owner\n${rows.join("\n")}\n`);
    expect(done).toMatchObject({ total: 5, created: 1, failed: 4, waiting: 0 });
    const list = await outcomes(done.id);
    expect(list.map(({ row, outcome }) => [row, outcome])).toEqual([
      ["2", "created"],
      ...["3", "4", "5", "6"].map((row) => [row, "failed"]),
    ]);
    expect(list[1]).toMatchObject({ name: "Bad", email: "not-an-email", reason: expect.stringContaining("email") });
    expect(list.slice(1).every(({ reason }) => reason !== "")).toBe(true);
    const { rows: kept } = await systemPool().query(
      `select "outcome" from contact_import_rows where "importId" = $1 and "cells" is not null and "outcome" <> 'failed'`,
      [done.id],
    );
    expect(kept).toEqual([]);
  });

  it("brings an export back as it was, and changes nobody who is the same [W9]", async () => {
    await api.post("/v1/contacts", {
      websiteId: company.given.channelId,
      name: "=Sum",
      phone: "+34 600 999 888",
      externalId: "E-1",
    });
    const before = await find("externalId=E-1");
    const { text } = await api.get("/v1/contacts/export?externalId=E-1");
    expect(await imported(text)).toMatchObject({ updated: 1, failed: 0 });
    expect(await find("externalId=E-1")).toEqual(before);
  });

  it.each([
    "'=Sum of quotes",
    "''@two",
    "'quoted'",
    'He said "no", twice; a|b',
    "محمد (1)",
    "👨‍👩‍👧‍👦 می‌خواهم",
    "sep=;",
    "O'Brien",
  ])("brings the name %j back as it was [W9]", async (name) => {
    const externalId = `odd ${name}`;
    await api.post("/v1/contacts", {
      ...{ websiteId: company.given.channelId, name, externalId, customFields: { note: "a\nb\r\nc;d\te" } },
    });
    const sought = new URLSearchParams({ externalId });
    const before = await find(String(sought));
    expect(before[0]?.name).toBe(name);
    const { text } = await api.get(`/v1/contacts/export?${sought}`);
    expect(await imported(text)).toMatchObject({ updated: 1, failed: 0 });
    expect(await find(String(sought))).toEqual(before);
  });

  it("is one deed in the audit log; webhooks hear of each row only where that is asked for [W9]", async () => {
    const silent = await typesDuring(company, () => imported("name,email\nSilent,s1@example.com\n"));
    expect(silent.filter((type) => type.startsWith("contact/"))).toEqual([]);
    const { rows } = await systemPool().query<{ type: string }>(
      `select "type" from events where "companyId" = $1 and "type" = 'import/started'`,
      [company.companyId],
    );
    expect(rows.length).toBeGreaterThan(0);
    const told = await eventsDuring(company, () =>
      imported("name,email\nLoud,l1@example.com\nSilent2,s1@example.com\n", { events: true }),
    );
    const spoken = told.filter(({ type }) => type.startsWith("contact/"));
    expect(spoken.map(({ type }) => type).sort()).toEqual(["contact/created", "contact/updated"]);
  });

  it("tells who began it under the bell, when it is done [W9]", async () => {
    await imported("name,email\nBell,bell@example.com\n");
    const { body } = await api.get<{ data: { kind: string; name: string }[] }>("/v1/notifications?limit=100");
    expect(body.data.filter(({ kind }) => kind === "import_done")[0]?.name).toBe("people.csv");
  });

  it("can be cancelled: what is done stays, the rest is said to be cancelled, and it cannot be undone [W9]", async () => {
    const lines = Array.from({ length: 600 }, (_, n) => `Many ${n},many-${n}@example.com`);
    const { body } = await start({ text: `name,email\n${lines.join("\n")}\n` });
    await workOnImport.execute(systemActor(company.companyId), { jobId: body.jobId ?? "" });
    expect((await api.delete(`/v1/jobs/${body.jobId}`)).body).toMatchObject({
      status: "cancelled",
      done: 250,
      cancelled: 350,
    });
    expect(await work(body.jobId)).toMatchObject({ status: "cancelled", created: 250, cancelled: 350, waiting: 0 });
    const list = await outcomes(body.jobId ?? "");
    expect(list.filter(({ outcome }) => outcome === "cancelled")).toHaveLength(350);
    expect((await api.post(`/v1/jobs/${body.jobId}/undo`)).status).toBe(409);
  });

  it("is refused as a whole where it is no table, too long, or the caller may not write all contacts [W9]", async () => {
    expect((await start({ text: "name,email" })).body.details?.[0]?.code).toBe("empty");
    expect((await start({})).status).toBe(400);
    expect((await start({ uploadId: "none" })).status).toBe(404);
    expect((await start({ text: "name\nA\n", mapping: { name: "shoeSize" } })).status).toBe(400);
    const own = await openApi(company, ["clients_write_assigned"], company.agent);
    expect((await own.post("/v1/contacts/import", { text: "name\nA\n" })).status).toBe(403);
  });
});
