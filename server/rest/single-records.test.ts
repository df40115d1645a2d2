import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freshCompany, furnishedCompany, type TestCompany } from "#server/testing/company.ts";
import { type Client, http } from "#server/testing/http.ts";
import { app } from "./app.ts";

let company: TestCompany;
let other: TestCompany;
let api: Client;
beforeAll(async () => {
  company = await freshCompany();
  other = await furnishedCompany("Other");
  api = http(app, (await company.token(["admin"])).secret);
});
afterAll(() => company.close());

const unknown = "018f0000-0000-7000-8000-000000000000";
type Given = TestCompany["given"];

const records: [string, string, (own: Given, given: Given) => string][] = [
  ["a message", "messageId", (own, given) => `/v1/conversations/${own.conversationId}/messages/${given.messageId}`],
  [
    "a note",
    "conversationNoteId",
    (own, given) => `/v1/conversations/${own.conversationId}/notes/${given.conversationNoteId}`,
  ],
  ["a contact's note", "noteId", (own, given) => `/v1/contacts/${own.contactId}/notes/${given.noteId}`],
  ["a phase", "phaseId", (_, given) => `/v1/phases/${given.phaseId}`],
  ["a chatbot", "chatbotId", (_, given) => `/v1/chatbots/${given.chatbotId}`],
];

describe("one record is read by its address [found A10]", () => {
  it.each(records)("%s; unknown and foreign ones are not found", async (_name, key, path) => {
    const { status, body } = await api.get<{ id: string }>(path(company.given, company.given));
    expect([status, body.id]).toEqual([200, company.given[key]]);
    for (const id of [unknown, "junk"]) {
      expect((await api.get(path(company.given, { ...company.given, [key]: id }))).status).toBe(404);
    }
    expect((await api.get(path(company.given, other.given))).status).toBe(404);
  });

  it("a template, on its own channel only", async () => {
    const { whatsappChannelId, templateId, channelId } = company.given;
    const { status, body } = await api.get<{ id: number }>(`/v1/whatsapp/${whatsappChannelId}/templates/${templateId}`);
    expect([status, String(body.id)]).toEqual([200, templateId]);
    for (const path of [`${whatsappChannelId}/templates/999999999`, `${channelId}/templates/${templateId}`]) {
      expect((await api.get(`/v1/whatsapp/${path}`)).status).toBe(404);
    }
  });

  it("the notes of a conversation, oldest first", async () => {
    const path = `/v1/conversations/${company.given.conversationId}/notes`;
    await api.post(path, { message: "The second" });
    const { status, body } = await api.get<{ text: string }[]>(path);
    expect([status, body.at(-1)?.text, body.length]).toEqual([200, "The second", 2]);
    expect((await api.get(`/v1/conversations/${other.given.conversationId}/notes`)).status).toBe(404);
  });

  it("a contact is found by its whole email or phone, not by a part", async () => {
    const make = (name: string, email: string, phone: string) =>
      api.post<{ id: string }>("/v1/contacts", { websiteId: company.given.channelId, name, email, phone });
    const { body: ann } = await make("Ann", "Ann@Exact.example", "+54 9 11 5555-7788");
    await make("Joann", "joann@exact.example", "+54 9 11 5555-77889");
    type Page = { data: { id: string }[]; pagination: { total: number } };
    for (const query of ["exactEmail=ann%40exact.example", "exactPhone=%2B5491155557788", "exactPhone=5491155557788"]) {
      const { body } = await api.get<Page>(`/v1/contacts?${query}`);
      expect([body.data.map(({ id }) => id), body.pagination.total], query).toEqual([[ann.id], 1]);
    }
    expect((await api.get<Page>("/v1/contacts?exactEmail=exact.example")).body.data).toEqual([]);
  });

  it("a webhook to localhost is refused with what would allow it", async () => {
    const { status, body } = await api.post("/v1/webhooks", {
      url: "http://localhost:9/x",
      eventTypes: ["contact/created"],
    });
    expect([status, body.details?.[0]?.field]).toEqual([400, "url"]);
    expect(body.message).toContain("ALLOW_PRIVATE_TARGETS");
  });
});
