import { describe, expect, it } from "vitest";
import type { Actor } from "#server/core/actor.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { allFurniture } from "#server/testing/furnishing.ts";
import { http } from "#server/testing/http.ts";
import { signedIn } from "#server/testing/sockets.ts";
import { app } from "./app.ts";

const company = await openCompany("Reference", allFurniture);
const api = await openApi(company);

type Operation = {
  requestBody?: { content: Record<string, { example?: unknown }> };
  parameters: { example?: unknown }[];
};
type Document = { paths: Record<string, Record<string, Operation>> };

const documentFor = async (actor?: Actor) => {
  const headers: Record<string, string> = actor ? { cookie: (await signedIn(actor)).cookie } : {};
  const answer = await http(app).get<Document>("/docs/openapi.json", { headers });
  expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"]);
  return answer;
};
const text = (part: unknown) => JSON.stringify(part);

describe("the API reference", () => {
  it("shows a signed-in reader requests that their company accepts as they stand [found A7]", async () => {
    const { paths } = (await documentFor(company.admin)).body;
    for (const path of ["/v1/contacts", "/v1/conversations", "/v1/triggers", "/v1/webhooks", "/v1/phases"]) {
      const { example } = paths[path]?.post?.requestBody?.content["application/json"] ?? {};
      expect(example, path).toBeDefined();
      const answer = await api.post(path, example);
      expect(answer.status, `${path} ${answer.text}`).toBe(200);
    }
    const [parameter] = paths["/v1/conversations/{conversationId}"]?.get?.parameters ?? [];
    expect((await api.get(`/v1/conversations/${String(parameter?.example)}`)).status).toBe(200);
  });

  it("names no person in what writes to them, and nothing of theirs in what changes or deletes [found A7]", async () => {
    const { paths } = (await documentFor(company.admin)).body;
    const { conversationId = "", contactId = "", channelId = "" } = company.given;
    for (const [path, item] of Object.entries(paths)) {
      for (const [method, operation] of Object.entries(item)) {
        if (method === "get") continue;
        expect(text(operation), `${method} ${path}`).not.toContain(conversationId);
        expect(text(operation), `${method} ${path}`).not.toContain(contactId);
        if (method !== "post") expect(text(operation), `${method} ${path}`).not.toContain(channelId);
      }
    }
  });

  it("names no one to an agent whom they may not see, and nothing to strangers [found A7]", async () => {
    // Everything of the furnished company is the admin's.
    const held = (await documentFor(company.otherAgent)).text;
    expect(held).toContain(company.given.channelId);
    expect(held).not.toContain(company.given.contactId);
    const { text: open } = await documentFor();
    expect(open).toBe((await http(app).get("/v1/openapi.json")).text);
    expect(open).not.toContain(company.companyId);
  });
});
