import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as OlderClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OlderTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { allActions } from "#server/actions/catalogue.ts";
import type { Permission } from "#server/core/permissions.ts";
import { systemPool } from "#server/db/system.ts";
import { flushRequests } from "#server/requests/recording.ts";
import { furnishedCompany } from "#server/testing/company.ts";
import { eventsOf } from "#server/testing/events.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { allFurniture } from "#server/testing/furnishing.ts";
import { http } from "#server/testing/http.ts";
import { converse, lines, say, transcript } from "#server/testing/talking.ts";
import { app } from "../app.ts";
import { allTools } from "./tools.ts";

const company = await openCompany("Acme", allFurniture);
const other = await furnishedCompany("Other", allFurniture);
const address = "http://localhost:3000/mcp";
const readOnly = ["clients_read"] as const;

/** What a program's `fetch` would reach: the app itself, from an address on the network. */
const reach = async (url: string | URL, init?: RequestInit): Promise<Response> =>
  app.request(String(url), init, { incoming: { socket: { remoteAddress: "192.0.2.7" } } });

type Result = { isError?: boolean; structuredContent?: Record<string, unknown>; content: { text: string }[] };
type Session = {
  names: () => Promise<string[]>;
  tools: () => Promise<Listed[]>;
  call: (name: string, input?: Record<string, unknown>) => Promise<Result>;
  client: Client;
};
type Listed = Awaited<ReturnType<Client["listTools"]>>["tools"][number];

const opened: { close: () => Promise<void> }[] = [];
afterAll(async () => {
  for (const one of opened) await one.close();
});

async function open(secret: string, { query = "", pin = true } = {}): Promise<Session> {
  const client = new Client(
    { name: "test", version: "1" },
    pin ? { versionNegotiation: { mode: { pin: "2026-07-28" } } } : {},
  );
  const requestInit = { headers: { authorization: `Bearer ${secret}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${address}${query}`), { fetch: reach, requestInit }));
  opened.push(client);
  const tools = async () => (await client.listTools()).tools;
  return {
    client,
    tools,
    names: async () => (await tools()).map(({ name }) => name),
    call: async (name, input = {}) => (await client.callTool({ name, arguments: input })) as Result,
  };
}

const secretOf = async (permissions: readonly Permission[]) => (await company.token(permissions)).secret;

let full: Session;
let api: Awaited<ReturnType<typeof openApi>>;
beforeAll(async () => {
  full = await open(await secretOf(["admin"]));
  api = await openApi(company);
});

describe("the tools", () => {
  it("are the operations of the public API, each with its schemas, its example and a name all hosts take [P3]", async () => {
    const tools = await full.tools();
    expect(tools.length).toBe(allTools().size);
    expect(tools.length).toBeGreaterThan(150);
    for (const { name, title, description, inputSchema, outputSchema } of tools) {
      expect(name).toMatch(/^[A-Za-z0-9_]{1,64}$/);
      expect(title).not.toBe("");
      expect(description).toContain(title);
      expect(inputSchema.type).toBe("object");
      expect(inputSchema.examples).toHaveLength(1);
      expect(outputSchema?.type).toBe("object");
    }
  });

  it("that a token may not use are none, and cannot be called [P3]", async () => {
    const reader = await open(await secretOf(readOnly));
    const names = await reader.names();
    expect(names).toContain("contacts_list");
    for (const name of ["scheduled_sendMessage", "contacts_delete", "webhooks_list", "actions_bulk", "users_list"])
      expect(names).not.toContain(name);
    await expect(reader.call("contacts_delete", { contactId: company.given.contactId })).rejects.toThrow(/no tool/);
    expect((await api.get(`/v1/contacts/${company.given.contactId}`)).status).toBe(200);
  });

  it("are the reads alone where the address says readonly=1, whatever the token may do [P3]", async () => {
    const session = await open(await secretOf(["admin"]), { query: "?readonly=1" });
    const tools = await session.tools();
    expect(tools.map(({ annotations }) => annotations?.readOnlyHint)).not.toContain(false);
    expect(tools.length).toBeGreaterThan(50);
    await expect(session.call("contacts_delete", { contactId: company.given.contactId })).rejects.toThrow(/no tool/);
  });

  it("are those of some headings where the address names them", async () => {
    const session = await open(await secretOf(["admin"]), { query: "?groups=contacts,operator-tags" });
    const names = await session.names();
    expect(names).toContain("contacts_list");
    expect(names).toContain("tags_list");
    expect(names).not.toContain("conversations_list");
    const refused = await http(app, await secretOf(["admin"])).post("/mcp?groups=nothing", {});
    expect(refused.status).toBe(400);
    expect(refused.body.message).toContain("operator-tags");
  });

  it("that take a list of actions name those of the catalogue that the token may have done [P3]", async () => {
    const actionsOf = async (session: Session) => {
      const bulk = (await session.tools()).find(({ name }) => name === "actions_bulk");
      const text = JSON.stringify(bulk?.inputSchema.properties);
      return allActions.map(({ name }) => name).filter((name) => text.includes(`"const":"${name}"`));
    };
    expect(await actionsOf(full)).toEqual(allActions.map(({ name }) => name));
    const talker = await actionsOf(await open(await secretOf(["chat_talk"])));
    expect(talker).toContain("reply");
    expect(talker).not.toContain("tag_add");
  });

  it("say which read, which send and which delete [P3]", async () => {
    const hints = new Map((await full.tools()).map(({ name, annotations }) => [name, annotations]));
    expect(hints.get("conversations_list")).toMatchObject({ readOnlyHint: true, destructiveHint: false });
    for (const name of ["scheduled_sendMessage", "outreach_send", "templates_notify", "macros_run", "actions_bulk"])
      expect(hints.get(name)).toMatchObject({ readOnlyHint: false, destructiveHint: true, openWorldHint: true });
    for (const name of ["contacts_delete", "contacts_bulkDelete", "phases_delete"])
      expect(hints.get(name)).toMatchObject({ readOnlyHint: false, destructiveHint: true });
    expect(hints.get("contacts_addTag")).toMatchObject({ readOnlyHint: false, destructiveHint: false });
  });
});

describe("a call", () => {
  it("of each read answers what its output schema says, for its own example [P3]", async () => {
    const failed: string[] = [];
    for (const tool of allTools().values()) {
      if (!tool.annotations.readOnlyHint) continue;
      const input = tool.operation.example(company.given) as Record<string, unknown>;
      // The client refuses an answer that its schema does not allow.
      const answer = await full.call(tool.name, input).catch((error: unknown) => ({ isError: true, error }));
      if (answer.isError)
        failed.push(`${tool.name}: ${JSON.stringify(answer)} ${"error" in answer ? answer.error : ""}`);
    }
    expect(failed).toEqual([]);
  });

  it("that is refused says why, as REST would, and does nothing", async () => {
    const before = await eventsOf(company);
    const unknown = await full.call("conversations_close", {
      conversationId: other.given.conversationId ?? "",
      isLead: true,
    });
    expect(unknown.isError).toBe(true);
    expect(JSON.parse(unknown.content[0]?.text ?? "")).toMatchObject({ error: "not_found", status: 404 });
    const malformed = await full.call("contacts_create", { email: 5 });
    expect(JSON.parse(malformed.content[0]?.text ?? "")).toMatchObject({ error: "validation_error", status: 400 });
    expect(await eventsOf(company)).toHaveLength(before.length);
  });

  it("reaches nothing of another company, with a tool or a resource [P3]", async () => {
    const { conversationId = "", contactId = "" } = other.given;
    const read = await full.call("contacts_read", { contactId });
    expect(read.isError).toBe(true);
    const uris = [`parley://contacts/${contactId}`, `parley://conversations/${conversationId}`, "file:///etc/passwd"];
    for (const uri of uris) await expect(full.client.readResource({ uri })).rejects.toThrow();
  });

  it("is in the request log and the audit log like a call of the API [P3]", async () => {
    const { secret, actor } = await company.token(["admin"]);
    const session = await open(secret);
    const { id } = await converse(api, company);
    await session.call("conversations_close", { conversationId: id, isLead: false });
    await session.call("conversations_read", { conversationId: "unknown" });
    await flushRequests();
    const { rows } = await systemPool().query<{ path: string; status: number; error: string }>(
      `select "path", "status", "error" from api_requests where "tokenId" = $1 order by "createdAt", "id"`,
      [actor.id],
    );
    expect(rows).toContainEqual({ path: "/mcp tools/call conversations_close", status: 200, error: "" });
    expect(rows).toContainEqual({ path: "/mcp tools/call conversations_read", status: 404, error: "not_found" });
    const told = (await eventsOf(company)).filter(({ conversationId }) => conversationId === id);
    expect(told.map(({ type, actorType, actorId }) => ({ type, actorType, actorId }))).toContainEqual({
      type: "conversation/archived",
      actorType: "token",
      actorId: company.admin.id,
    });
  });
});

it("twenty calls of a session answer a customer and close the conversation [P3]", async () => {
  const session = await open(await secretOf(["clients_read", "clients_write", "chat_talk", "users_read"]));
  const { id: conversationId, visitorName } = await converse(api, company);
  await say(api, conversationId, "visitor", { body: "Where is my order 4711?" });
  let calls = 0;
  const done = async (name: string, input: Record<string, unknown> = {}) => {
    calls += 1;
    const answer = await session.call(name, { ...input });
    expect(answer.isError, JSON.stringify(answer.content)).toBeUndefined();
    return answer.structuredContent ?? {};
  };
  const me = await done("users_me");
  const open4 = await done("conversations_list", { status: "opened", limit: 5 });
  expect(JSON.stringify(open4)).toContain(conversationId);
  await done("conversations_read", { conversationId });
  const said = await done("messages_list", { conversationId });
  expect(JSON.stringify(said)).toContain("order 4711");
  await done("conversations_switchChatbot", { conversationId, chatbotState: "OFF" });
  await done("conversations_assign", { conversationId, assignedTo: me.id });
  await done("tags_list");
  await done("conversations_addTag", { conversationId, tag: "delivery" });
  await done("conversations_patch", { conversationId, context: { priority: "high" } });
  await done("conversations_addNote", { conversationId, message: "Looked up: it left this morning." });
  await done("conversations_notes", { conversationId });
  await done("answers_list");
  const sent = { conversationId, from: String(me.id), fromType: "user", body: "It left this morning." };
  await done("scheduled_sendMessage", sent);
  await done("messages_list", { conversationId, order: "desc", limit: 1 });
  const contact = await done("contacts_create", {
    websiteId: company.given.channelId,
    name: visitorName || "A customer",
    email: "order4711@example.com",
    entryMethod: "API",
  });
  await done("contacts_addTag", { contactId: contact.id, tag: "customer" });
  await done("contacts_read", { contactId: contact.id });
  await done("phases_count");
  await done("conversations_close", { conversationId, isLead: false });
  expect(await done("conversations_read", { conversationId })).toMatchObject({ status: "CLOSED" });
  expect(calls).toBe(20);
  expect(lines(await transcript(api, conversationId))).toContain("user: It left this morning.");
});

describe("the resources", () => {
  it("are a conversation with what was said, and a contact [P3]", async () => {
    const { conversationId = "", contactId = "" } = company.given;
    const uri = `parley://conversations/${conversationId}`;
    const [content] = (await full.client.readResource({ uri })).contents;
    const read = JSON.parse(content && "text" in content ? content.text : "") as { messages: { text: string }[] };
    expect(read).toMatchObject({ conversation: { id: conversationId } });
    expect(read.messages.length).toBeGreaterThan(0);
    const { contents } = await full.client.readResource({ uri: `parley://contacts/${contactId}` });
    expect(JSON.stringify(contents)).toContain(contactId);
    const { resources } = await full.client.listResources();
    expect(resources.map((one) => one.uri)).toContain(uri);
    const { resourceTemplates } = await full.client.listResourceTemplates();
    expect(resourceTemplates).toHaveLength(2);
  });

  it("are none for a token that may not read them", async () => {
    const session = await open(await secretOf(["webhooks_read"]));
    expect((await session.client.listResources()).resources).toEqual([]);
    const uri = `parley://contacts/${company.given.contactId}`;
    await expect(session.client.readResource({ uri })).rejects.toThrow(/clients_read/);
  });
});

describe("the address", () => {
  it("serves clients of the revisions before 2026-07-28, of both lines of the official library [P3]", async () => {
    const secret = await secretOf(readOnly);
    const session = await open(secret, { pin: false });
    expect(await session.names()).toContain("contacts_list");
    const older = new OlderClient({ name: "older", version: "1" });
    const requestInit = { headers: { authorization: `Bearer ${secret}` } };
    const transport = new OlderTransport(new URL(address), { fetch: reach, requestInit });
    // Its types are not made for exactOptionalPropertyTypes.
    await older.connect(transport as Parameters<typeof older.connect>[0]);
    opened.push(older);
    const { tools } = await older.listTools();
    expect(tools.map(({ name }) => name)).toEqual(await session.names());
    const read = await older.callTool({ name: "contacts_read", arguments: { contactId: company.given.contactId } });
    expect(read.structuredContent).toMatchObject({ id: company.given.contactId });
    expect(transport.sessionId).toBeUndefined();
  });

  it("asks for a token, counts its calls with those of the API, and keeps no stream open [P3]", async () => {
    const nobody = await http(app).post("/mcp", {});
    expect([nobody.status, nobody.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
    const secret = await secretOf(["admin"]);
    const client = http(app, secret);
    const before = Number((await client.get("/v1/users/me")).headers.get("x-ratelimit-remaining"));
    await (await open(secret)).call("users_me");
    const after = Number((await client.get("/v1/users/me")).headers.get("x-ratelimit-remaining"));
    expect(before - after).toBeGreaterThanOrEqual(2);
    const stream = await client.get("/mcp", { headers: { accept: "text/event-stream" } });
    expect([stream.status, stream.headers.get("allow")]).toEqual([405, "POST"]);
  });

  it("refuses pages of other origins, several messages at once and what is too large", async () => {
    const client = http(app, await secretOf(["admin"]));
    const message = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
    const from = (origin: string) =>
      client.post("/mcp", message, { headers: { origin, accept: "application/json, text/event-stream" } });
    expect((await from("https://evil.example")).status).toBe(403);
    expect((await from("http://localhost:3000")).status).toBe(200);
    expect((await client.post("/mcp", [message, message])).status).toBe(400);
    const large = { ...message, params: { text: "x".repeat(1024 * 1024) } };
    expect((await client.post("/mcp", large)).status).toBe(413);
  });

  it("opens no stream of changes: there is nothing that an abandoned client could leave behind", async () => {
    await expect(full.client.listen({ toolsListChanged: true })).rejects.toThrow();
  });
});

it("the reference says how to connect a host, in each language, with this address [P3]", async () => {
  for (const [language, title] of [
    ["en", "AI assistants"],
    ["es", "Asistentes de IA"],
    ["pt", "Assistentes de IA"],
  ] as const) {
    const page = await http(app).get("/docs/assistants", { headers: { "accept-language": language } });
    expect(page.status).toBe(200);
    expect(page.text).toContain(`<h1>${title}</h1>`);
    expect(page.text).toContain("claude mcp add --transport http parley");
    expect(page.text).toContain("readonly=1");
    expect(page.text).not.toContain("{url}");
  }
});
