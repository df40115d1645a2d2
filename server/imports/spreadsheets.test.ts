import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import type { Contact } from "#server/contacts/schema.ts";
import { systemActor } from "#server/core/actor.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import type { ContactImportView, ImportReport } from "./schema.ts";
import { workOnImport } from "./working.ts";

const company = await openCompany();
const api = await openApi(company);

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

describe("a file that a spreadsheet has written", () => {
  it("takes no phone number that a spreadsheet has shortened: it would be everybody's [W9]", async () => {
    const dotted = await imported(
      "name,phone\nAna Uno,5.49112E+12\nBeto Dos,5.49112E+12\nCleo Tres,+54 9 11 2233-4455\n",
    );
    expect(dotted).toMatchObject({ total: 3, created: 1, updated: 0, failed: 2 });
    const [first] = await outcomes(dotted.id);
    expect(first).toMatchObject({ row: "2", outcome: "failed", code: "shortened_number" });
    expect(first).toMatchObject({ reason: expect.stringContaining("shortened") });
    expect(await imported("name;phone\nAna Uno;5,49113E+12\n")).toMatchObject({ created: 0, failed: 1 });
  });

  it("names rows as a spreadsheet does, and takes what spreadsheets write: sep=, TRUE, numbers as they are [W9]", async () => {
    for (const [key, type] of [
      ["paid", "boolean"],
      ["order", "number"],
    ])
      await api.post("/v1/custom-fields", { entity: "contact", key, label: key, type });
    const text =
      "sep=;\r\nemail;paid;order\r\n\r\nsheet@example.com;TRUE;1500\r\n;;\r\nlong@example.com;FALSE;12345678901234567890\r\n";
    const done = await imported(text);
    expect(done).toMatchObject({ total: 2, created: 1, failed: 1, waiting: 0 });
    expect((await outcomes(done.id)).map(({ row, outcome }) => [row, outcome])).toEqual([
      ["3", "created"],
      ["5", "failed"],
    ]);
    const [contact] = await find("exactEmail=sheet@example.com");
    expect(contact?.customFields).toEqual({ paid: true, order: 1500 });
    const change = (order: unknown) => api.patch(`/v1/contacts/${contact?.id}`, { customFields: { order } });
    expect([(await change("12345678901234567890")).status, (await change("12")).status]).toEqual([400, 200]);
  });

  it("asks who is meant where several of the team have the name of an assignee [W9]", async () => {
    const [one] = [await company.person("agent", "Sam Same"), await company.person("agent", "Sam Same")];
    const { body } = await api.get<{ email: string }>(`/v1/users/${one?.id}`);
    const done = await imported(`email,owner\ns1@same.com,sam same\ns2@same.com,${body.email}\n`);
    expect(done).toMatchObject({ created: 1, failed: 1 });
    const [first] = await outcomes(done.id);
    expect(first).toMatchObject({ code: "ambiguous_reference", reason: expect.stringContaining("Several") });
    expect((await find("exactEmail=s2@same.com"))[0]?.assignedTo).toBe(one?.id);
  });

  it("adds no note twice when a file comes again [W9]", async () => {
    const text = "email,note\nnoted@example.com,Call on Monday\n";
    await imported(text);
    await imported(text);
    await imported("email,note\nnoted@example.com,Call on Tuesday\n");
    const [contact] = await find("exactEmail=noted@example.com");
    const { body } = await api.get<{ text: string }[]>(`/v1/contacts/${contact?.id}/notes`);
    expect(body.map((note) => note.text)).toEqual(["Call on Monday", "Call on Tuesday"]);
  });
});
