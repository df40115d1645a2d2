import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { env } from "#server/config/env.ts";
import { app } from "./app.ts";
import { eventReference } from "./openapi/event-reference.ts";
import { openApiDocument, openApiText } from "./openapi.ts";
import { routes } from "./routes.ts";

const file = path.resolve(import.meta.dirname, "../../openapi.json");

type Operation = {
  operationId: string;
  summary: string;
  requestBody?: { required: boolean };
  responses: Record<string, unknown>;
  callbacks?: Record<string, Record<string, { post: Operation }>>;
};
type Document = {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Operation }>;
  tags: { name: string; description?: string }[];
  components: { schemas: Record<string, object> };
};
const document = openApiDocument(routes) as Document;
const operations = Object.values(document.paths).flatMap((item) => Object.values(item));

describe("the OpenAPI document", () => {
  it("is the committed openapi.json: run `node scripts/openapi.mjs` after a change and review the difference", () => {
    expect(fs.readFileSync(file, "utf8")).toBe(openApiText(routes));
  });

  it("has a companion in docs/events.md, written along with it", () => {
    const events = path.resolve(import.meta.dirname, "../../docs/events.md");
    expect(fs.readFileSync(events, "utf8")).toBe(eventReference());
  });

  it("is served at /v1/openapi.json without a token", async () => {
    const response = await app.request("/v1/openapi.json");
    expect(response.status).toBe(200);
    const { servers, ...served } = (await response.json()) as { servers: { url: string }[] };
    const { servers: _anywhere, ...committed } = JSON.parse(fs.readFileSync(file, "utf8")) as { servers: unknown };
    expect(served).toEqual(committed);
    expect(servers.map(({ url }) => url)).toEqual([new URL(env.publicUrl).origin]);
  });

  it("describes every address once, by its own name", () => {
    const described = Object.entries(document.paths).flatMap(([where, item]) =>
      Object.keys(item).map((method) => `${method} ${where}`),
    );
    const served = routes.flatMap(({ method, path, also = [] }) => [path, ...also].map((one) => `${method} ${one}`));
    expect(described.sort()).toEqual([...served, "get /health"].sort());
    expect(served).toContain("get /v1/conversations/contact/{contactId}");
    const names = operations.map((operation) => operation.operationId);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it("shows the body of every operation that takes one, named or not", () => {
    const bodies = ["/v1/webhooks", "/v1/contacts", "/v1/webhooks/ping"].map(
      (where) => document.paths[where]?.post?.requestBody?.required,
    );
    expect(bodies).toEqual([true, true, true]);
    expect(document.paths["/v1/webhooks/{webhookId}"]?.patch?.requestBody).toBeDefined();
  });

  it("names headers as the guides do: a generated client's types take no other spelling", () => {
    type Described = { parameters?: { in: string; name: string }[] };
    const given = Object.values(document.paths).flatMap((item) => Object.values(item as Record<string, Described>));
    const headers = given.flatMap(({ parameters = [] }) => parameters.filter((one) => one.in === "header"));
    expect([...new Set(headers.map(({ name }) => name))].sort()).toEqual(["Idempotency-Key", "If-Match"]);
  });

  it("says which page lists begin with and how long it is, and which fields of a conversation are written", () => {
    type Parameter = { name: string; schema: { default?: unknown } };
    const list = document.paths["/v1/contacts"]?.get as unknown as { parameters: Parameter[] } | undefined;
    const defaults = Object.fromEntries((list?.parameters ?? []).map(({ name, schema }) => [name, schema.default]));
    expect(defaults).toMatchObject({ limit: 20, page: 1, orderBy: "_id", order: "desc" });
    const { ChangeConversationBody: free, ReplaceConversationBody: whole } = document.components.schemas as Record<
      string,
      { properties?: Record<string, object> }
    >;
    const { tags: _tags, operatorTags: _operatorTags, ...written } = whole?.properties ?? {};
    expect(free?.properties).toEqual(written);
  });

  it("says of each tag what it is about", () => {
    for (const { name, description = "" } of document.tags) expect(description, name).toMatch(/ .*\.$/);
  });

  it("tells of the conflict wherever a hold keeps a record or a state refuses", () => {
    const refused = [
      ["delete", "/v1/conversations/{conversationId}"],
      ["delete", "/v1/contacts/{contactId}"],
      ["delete", "/v1/contacts/{contactId}/notes/{noteId}"],
      ["delete", "/v1/tasks/{taskId}"],
      ["delete", "/v1/integrations/{integrationId}/address"],
      ["get", "/v1/integrations/{integrationId}/leads"],
      ["patch", "/v1/conversations/{conversationId}/scheduled-messages/{scheduledId}"],
    ] as const;
    for (const [method, where] of refused)
      expect(document.paths[where]?.[method]?.responses, where).toHaveProperty("409");
  });

  it("names both formats of the export", () => {
    const exported = document.paths["/v1/conversations/export"]?.get?.responses["200"];
    expect(exported).toMatchObject({ content: { "text/csv": {}, "application/json": {} } });
    expect(document.components.schemas.ExportConversationsAnswer).toMatchObject({ type: "array" });
  });

  it("are made so often in a minute for a network, and go on for others", async () => {
    const ask = (remoteAddress: string, path = "/docs/none") =>
      app.request(path, {}, { incoming: { socket: { remoteAddress } } });
    for (let n = 0; n < 600; n += 1) await ask("192.0.2.90");
    const refused = await ask("192.0.2.90");
    // A minute may have ended meanwhile, once.
    if (refused.status !== 429) for (let n = 0; n < 600; n += 1) await ask("192.0.2.90");
    expect((await ask("192.0.2.90")).status).toBe(429);
    expect((await ask("192.0.2.91", "/docs")).status).toBe(200);
  });

  it("shows /docs as a page that loads nothing from elsewhere", async () => {
    const page = await app.request("/docs");
    expect(page.status).toBe(200);
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
    const text = await page.text();
    expect(text).not.toMatch(/https?:\/\//);
    const script = await app.request("/docs/reference.js");
    expect([script.status, script.headers.get("content-type")]).toEqual([200, "text/javascript; charset=utf-8"]);
  });

  it("shows every operation, every event and the body its console sends on a page of the reference [found U14]", async () => {
    const overview = await (await app.request("/docs")).text();
    const pages = [...overview.matchAll(/<li><a href="(\/docs\/[a-z-]+)"/g)].map(([, address]) => address ?? "");
    const texts = await Promise.all(pages.map(async (address) => (await app.request(address)).text()));
    const whole = texts.join("");
    const shown = [...Object.values(document.paths), ...Object.values(document.webhooks)].flatMap((item) =>
      Object.values<Operation>(item),
    );
    const called = shown.flatMap(({ callbacks = {} }) =>
      Object.values(callbacks).flatMap((byAddress) => Object.values(byAddress).map(({ post }) => post)),
    );
    expect(called.map(({ operationId }) => operationId)).toContain("askFulfillmentEndpoint");
    const all = [...shown, ...called];
    expect(all.length).toBeGreaterThan(100);
    for (const { operationId } of all) expect(whole.split(`id="${operationId}"`)).toHaveLength(2);
    expect(whole).not.toContain("<script>");
    const asked = await app.request("/docs/contacts", { headers: { "accept-language": "pt-BR,pt" } });
    expect(await asked.text()).toContain("Testar");
  });
});
