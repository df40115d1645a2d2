import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { allFurniture } from "#server/testing/furnishing.ts";

let contact: string;

const company = await openCompany("Acme", allFurniture);
const api = await openApi(company);

beforeAll(async () => {
  contact = `/v1/contacts/${company.given.contactId}`;
});

type Fields = { customFields: Record<string, unknown> };
const json = { "content-type": "application/json" };
const patch = (path: string, raw: BodyInit, headers: Record<string, string> = json) =>
  api.patch<Fields>(path, undefined, { raw, headers });

describe("what is sent is kept as it is, or refused", () => {
  it.each(["12345678901234567890", "1e400", "-1e400", "9007199254740993", "0.1000000000000000055", "1e-400"])(
    "refuses the number %s by its path [found A4]",
    async (number) => {
      const places = [
        [contact, `{"customFields":{"crm":{"ids":[1,${number}]}}}`, "customFields.crm.ids.1"],
        [`/v1/conversations/${company.given.conversationId}`, `{"cart":${number}}`, "cart"],
        [`/v1/chatbots/${company.given.chatbotId}/chatbot-config/settings`, `{"own":{"id":${number}}}`, "own.id"],
        [`/v1/integrations/${company.given.integrationId}`, `{"config":{"id":${number}}}`, "config.id"],
      ] as const;
      for (const [path, body, field] of places) {
        const answer = await patch(path, body);
        expect([answer.status, answer.body.details?.[0]], path).toMatchObject([400, { field, code: "inexact_number" }]);
        expect(answer.body.message).toContain(field);
      }
    },
  );

  it.each(["9007199254740992", "1e22", "1.50", "-0.0", "100000000000000000000", "0.1", "1E2", "123456789.125"])(
    "keeps the number %s [found A4]",
    async (number) => {
      const { status, body } = await patch(contact, `{"customFields":{"n":${number}}}`);
      expect([status, body.customFields.n]).toEqual([200, Number(number) + 0]);
    },
  );

  it("judges a number by its length in time, however long it is", async () => {
    const zeros = "0".repeat(400_000);
    for (const number of [`0.1${zeros}1`, `1${zeros}1`, `1e${"9".repeat(400_000)}`]) {
      const begun = performance.now();
      const { status, body } = await patch(contact, `{"customFields":{"n":${number}}}`);
      expect([status, body.details?.[0]?.code]).toEqual([400, "inexact_number"]);
      expect(performance.now() - begun).toBeLessThan(2000);
    }
    expect((await patch(contact, `{"customFields":{"n":0.25${"0".repeat(400)}}}`)).status).toBe(200);
  });

  it("refuses other charsets with 415 and bytes that are no UTF-8 with 400 [found A4]", async () => {
    const latin = Buffer.from('{"name":"Jos\u00e9"}', "latin1");
    for (const type of ["application/json; charset=iso-8859-1", 'application/json;charset="UTF-16"']) {
      const { status, body } = await patch(contact, latin, { "content-type": type });
      expect([status, body.error]).toEqual([415, "unsupported_media_type"]);
    }
    for (const headers of [json, { ...json, "content-length": String(latin.length) }]) {
      const { status, body } = await patch(contact, latin, headers);
      expect([status, body.error]).toEqual([400, "invalid_json"]);
    }
    for (const type of ["application/json; charset=utf-8", 'application/json; charset="UTF-8"']) {
      expect((await patch(contact, '{"name":"José"}', { "content-type": type })).status).toBe(200);
    }
  });

  it("reads a content type of any length at once", async () => {
    const begun = performance.now();
    const type = `application/json; charset=${"\t".repeat(60_000)}="x`;
    expect((await patch(contact, '{"name":"José"}', { "content-type": type })).status).toBe(415);
    expect(performance.now() - begun).toBeLessThan(2000);
  });

  it("treats a byte order mark alike, whether the body names its length or not [found A9]", async () => {
    const marked = Buffer.from('\ufeff{"name":"Jos\u00e9"}');
    const chunked = new Blob([marked]).stream();
    const named = await patch(contact, marked, { ...json, "content-length": String(marked.length) });
    const unnamed = await patch(contact, chunked);
    expect([named.status, unnamed.status]).toEqual([200, 200]);
  });

  it("takes a body that breaks off for the sender's failure, whether it names its length or not", async () => {
    const broken = () =>
      new ReadableStream({
        start: (stream) => stream.enqueue(Buffer.from('{"name":')),
        pull: (stream) => stream.error(Object.assign(new Error("aborted"), { code: "ECONNRESET" })),
      });
    for (const headers of [json, { ...json, "content-length": "500" }])
      expect(await patch(contact, broken(), headers)).toMatchObject({
        status: 400,
        body: { error: "validation_error" },
      });
    const form = { "content-type": "multipart/form-data; boundary=x" };
    expect((await api.post("/v1/uploads", undefined, { raw: broken(), headers: form })).status).toBe(400);
  });

  it("refuses packed bodies with 415 [found A9]", async () => {
    const { status, body } = await patch(contact, gzipSync('{"name":"Ana"}'), { ...json, "content-encoding": "gzip" });
    expect([status, body.error]).toEqual([415, "unsupported_media_type"]);
    expect((await patch(contact, '{"name":"Ana"}', { ...json, "content-encoding": "identity" })).status).toBe(200);
  });

  it.each(["%ff", "%zz", "%", "%C3", "%ED%A0%80"])("refuses the escape %s in a query [found A4]", async (escaped) => {
    for (const path of ["/v1/contacts", "/v1/conversations", "/v1/conversations/export"]) {
      const { status, body } = await api.get(`${path}?limit=1&search=a${escaped}`);
      expect([status, body.details?.[0]?.field]).toEqual([400, "search"]);
    }
    expect((await api.get(`/v1/contacts/${escaped}x`)).status).toBe(404);
    expect((await api.delete(`${contact}/tags/a${escaped}`)).status).toBe(400);
    expect((await api.get("/v1/contacts?search=Jos%C3%A9+%26")).status).toBe(200);
  });
});

describe("known parameters are never read as something else", () => {
  it.each(["offset=", "cursor=", "limit=", "page=", "limit=0x10", "limit=1e1", "offset=1.5", "page=0", "limit=%2010"])(
    "refuses %s [found A9]",
    async (parameter) => {
      const conversation = `/v1/conversations/${company.given.conversationId}/messages`;
      for (const path of ["/v1/contacts", "/v1/conversations", conversation, "/v1/users", "/v1/webhooks"]) {
        if (parameter === "cursor=" && /users|webhooks$/.test(path)) continue;
        expect((await api.get(`${path}?${parameter}`)).status, path).toBe(400);
      }
    },
  );

  it("takes whole numbers, and more than a hundred rows as a hundred", async () => {
    type Page = { pagination: { limit: number } };
    for (const [given, limit] of [
      ["7", 7],
      ["100", 100],
      ["99999999999999999999", 100],
    ] as const) {
      expect((await api.get<Page>(`/v1/contacts?limit=${given}`)).body.pagination.limit).toBe(limit);
    }
  });

  it.each([".", ".."])("refuses the tag %s, which no address could remove again [found A9]", async (tag) => {
    const conversation = `/v1/conversations/${company.given.conversationId}`;
    expect((await api.post(`${contact}/tags`, { tag })).status).toBe(400);
    expect((await api.post(`${conversation}/tags`, { tag })).status).toBe(400);
    expect((await api.put(conversation, { tags: [tag] })).status).toBe(400);
    expect((await api.put(conversation, { operatorTags: [{ tagName: tag }] })).status).toBe(400);
    expect((await api.post("/v1/operator-tags", { name: tag, color: "#112233" })).status).toBe(400);
    expect((await api.post(`${contact}/tags`, { tag: "..." })).status).toBe(200);
  });

  it("refuses a blank title, and names the field in sentence and details alike [found A9]", async () => {
    const settings = `/v1/chatbots/${company.given.chatbotId}/chatbot-config/settings`;
    for (const field of ["title", "chatbotName"]) {
      const { status, body } = await api.patch(settings, { [field]: "  " });
      expect([status, body.message, body.details]).toEqual([
        400,
        `${field} must not be empty.`,
        [{ field, code: "too_small", message: "Must not be empty." }],
      ]);
    }
    const wrong = await api.patch(settings, { are_you_there: { send_after: "soon" } });
    expect([wrong.body.message, wrong.body.details?.[0]?.field]).toEqual([
      "are_you_there.send_after must be a number.",
      "are_you_there.send_after",
    ]);
    expect((await api.patch(settings, [])).body.message).toBe("The body must be an object.");
  });
});
