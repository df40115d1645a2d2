import { gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { env } from "#server/config/env.ts";
import { closeTenantPool, openTenantPool } from "#server/db/pool.ts";
import { furnishedCompany } from "#server/testing/company.ts";
import { openCompany } from "#server/testing/fixture.ts";
import { allFurniture } from "#server/testing/furnishing.ts";
import { type Client, type ErrorBody, http } from "#server/testing/http.ts";
import { converse } from "#server/testing/talking.ts";
import { app } from "./app.ts";
import { routes } from "./routes.ts";

let api: Client;
let secret: string;

const company = await openCompany("Acme", allFurniture);
const other = await furnishedCompany("Other", allFurniture);

beforeAll(async () => {
  secret = (await company.token(["admin"])).secret;
  api = http(app, secret);
});

const nobody = http(app);
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const unknown = "018f0000-0000-7000-8000-000000000000";

describe("every response", () => {
  const calls: [string, () => ReturnType<typeof api.get>][] = [
    ["a success", () => api.get("/v1/conversations")],
    ["an unknown route", () => api.get("/v1/nothing")],
    ["a 401", () => nobody.get("/v1/conversations")],
    ["a 404", () => api.get(`/v1/conversations/${unknown}`)],
    ["a 400", () => api.post("/v1/conversations", {})],
    ["a 405", () => api.put("/v1/conversations", {})],
    ["/health", () => nobody.get("/health")],
    ["the API reference", () => nobody.get("/v1/openapi.json")],
  ];
  it.each(calls)("carries X-Request-ID and the rate limit: %s (A4, A5)", async (_name, call) => {
    const asked = Math.floor(Date.now() / 1000);
    const { headers } = await call();
    expect(headers.get("x-request-id")).toMatch(uuid);
    expect(headers.get("x-ratelimit-limit")).toBe("1000");
    expect(Number(headers.get("x-ratelimit-remaining"))).toBeLessThan(1000);
    // However long the answer has taken.
    const reset = Number(headers.get("x-ratelimit-reset"));
    expect(reset).toBeGreaterThanOrEqual(asked);
    expect(reset).toBeLessThanOrEqual(Math.ceil(Date.now() / 1000) + 60);
  });

  it("echoes a client's own X-Request-ID where it is harmless, and makes a fresh one else", async () => {
    const ask = async (id: string) =>
      (await api.get("/v1/nothing", { headers: { "x-request-id": id } })).headers.get("x-request-id");
    for (const good of ["abc", "A.b_c-9", "x".repeat(128)]) expect(await ask(good)).toBe(good);
    for (const bad of ["a b", "x".repeat(129), "<script>", "a;b"]) expect(await ask(bad)).toMatch(uuid);
  });

  it("may be read by any origin, with the headers that matter (A7)", async () => {
    for (const { headers } of [await api.get("/v1/conversations"), await nobody.get("/v1/conversations")]) {
      expect(headers.get("access-control-allow-origin")).toBe("*");
      expect(headers.get("access-control-allow-credentials")).toBeNull();
      const exposed = headers.get("access-control-expose-headers") ?? "";
      for (const name of [
        "X-Request-ID",
        "X-RateLimit-Limit",
        "X-RateLimit-Remaining",
        "X-RateLimit-Reset",
        "Retry-After",
        "Idempotency-Replayed",
      ]) {
        expect(exposed).toContain(name);
      }
    }
  });

  it("answers a preflight without a token", async () => {
    const { status, headers } = await nobody.call("OPTIONS", `/v1/conversations/${unknown}/messages`, undefined, {
      headers: { origin: "https://shop.example", "access-control-request-method": "POST" },
    });
    expect(status).toBe(204);
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("access-control-allow-methods")).toContain("PATCH");
    expect(headers.get("access-control-allow-headers")).toContain("Idempotency-Key");
    expect(headers.get("access-control-allow-headers")).toContain("Last-Event-ID");
  });

  it("is compressed over 1 KB when asked, and not below", async () => {
    for (let index = 0; index < 3; index += 1) await converse(api, company);
    const ask = (path: string, encoding: string) =>
      app.request(path, { headers: { authorization: `Bearer ${secret}`, "accept-encoding": encoding } });
    const packed = await ask("/v1/conversations", "gzip");
    expect(packed.headers.get("content-encoding")).toBe("gzip");
    expect(JSON.parse(gunzipSync(Buffer.from(await packed.arrayBuffer())).toString())).toHaveProperty("data");
    expect((await ask("/v1/conversations", "identity")).headers.get("content-encoding")).toBeNull();
    expect((await ask("/v1/conversations/channels/list", "gzip")).headers.get("content-encoding")).toBeNull();
  });
});

it("an ETag names the version, compressed or not (H7)", async () => {
  const [bot] = (await api.get<{ id: string }[]>("/v1/chatbots")).body;
  const path = `/v1/chatbots/${bot?.id}/chatbot-config/question-list`;
  const headers = { authorization: `Bearer ${secret}`, "accept-encoding": "gzip" };
  const packed = await app.request(path, { headers });
  expect(packed.headers.get("content-encoding")).toBe("gzip");
  expect(packed.headers.get("etag")).toBe('"1"');
});

describe("errors (A1, A2)", () => {
  it("have one body: code, sentence, status, the response's request id, details where a field is at fault", async () => {
    const { status, headers, text } = await api.post("/v1/conversations", { channelId: 5 });
    const body = JSON.parse(text) as ErrorBody & { status: number };
    expect(status).toBe(400);
    expect(headers.get("content-type")).toBe("application/json");
    expect(body).toMatchObject({ error: "validation_error", status: 400, requestId: headers.get("x-request-id") });
    expect(body.message).toBeTypeOf("string");
    for (const detail of body.details) {
      expect(Object.keys(detail).sort()).toEqual(["code", "field", "message"]);
    }
  });

  it("name a missing, a malformed and an unknown token apart, with WWW-Authenticate", async () => {
    const send = (authorization?: string) =>
      nobody.get("/v1/conversations", authorization === undefined ? {} : { headers: { authorization } });
    const answers = [
      await send(),
      await send("Basic abc"),
      await send(`Bearer sk_live_${"x".repeat(43)}`),
      await send(`Bearer sk_test_${secret.slice(8)}`),
      await send("Bearer "),
      await send(""),
    ];
    for (const { status, headers, body } of answers) {
      expect([status, body.error]).toEqual([401, "unauthorized"]);
      expect(headers.get("www-authenticate")).toBe("Bearer");
    }
    expect(new Set(answers.slice(0, 3).map(({ body }) => body.message)).size).toBe(3);
  });

  it("name an unknown endpoint, also under other prefixes", async () => {
    for (const path of ["/v1/nothing", "/v1/whatsapp/x/lists", "/v2/contacts"]) {
      const { status, body } = await api.get(path);
      expect([status, body.error]).toEqual([404, "not_found"]);
    }
  });

  it("answer 405 with Allow on a known path", async () => {
    const { status, headers, body } = await api.delete("/v1/conversations");
    expect([status, body.error]).toEqual([405, "method_not_allowed"]);
    expect(headers.get("allow")?.split(", ").sort()).toEqual(["GET", "POST"]);
    expect(body).not.toHaveProperty("allow");
    const literal = await api.delete("/v1/contacts/bulk-delete");
    expect([literal.status, literal.headers.get("allow")]).toEqual([405, "POST"]);
    expect((await api.patch("/v1/contacts/export", {})).status).toBe(405);
    const health = await api.post("/health", {});
    expect([health.status, health.headers.get("allow")]).toEqual([405, "GET"]);
    expect((await api.post(`/v1/conversations/${unknown}`, {})).headers.get("allow")).toBe("GET, PUT, PATCH, DELETE");
  });

  it("say what a switch in a query may be", async () => {
    const { status, body } = await api.get<{ message: string }>("/v1/conversations?waiting=maybe");
    expect([status, body.message]).toEqual([400, "waiting must be true or false."]);
  });

  it("name malformed JSON, another media type and an oversized body", async () => {
    const post = (raw: BodyInit, type = "application/json") =>
      api.post("/v1/conversations", undefined, { raw, headers: { "content-type": type } });
    const codes = async (answer: ReturnType<typeof post>) => {
      const { status, body } = await answer;
      return [status, body.error];
    };
    expect(await codes(post("{nope"))).toEqual([400, "invalid_json"]);
    expect(await codes(post("a=1", "application/x-www-form-urlencoded"))).toEqual([415, "unsupported_media_type"]);
    expect(await codes(post(JSON.stringify({ from: "x".repeat(1024 * 1024) })))).toEqual([413, "payload_too_large"]);
    expect(await codes(post("[]"))).toEqual([400, "validation_error"]);
  });

  it("refuse an oversized body that comes in chunks and names no length (N1)", async () => {
    let pulled = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled += 1;
        controller.enqueue(new Uint8Array(64 * 1024).fill(32));
      },
    });
    const { status, body } = await api.post("/v1/conversations", undefined, {
      raw: endless,
      headers: { "content-type": "application/json", "transfer-encoding": "chunked" },
    });
    expect([status, body.error]).toEqual([413, "payload_too_large"]);
    expect(pulled).toBeLessThan(300);
  });

  it("refuse nesting deeper than 32, NUL and lone surrogates anywhere", async () => {
    const nested = (depth: number) => JSON.parse(`${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`) as object;
    const { id } = await converse(api, company);
    expect((await api.patch(`/v1/conversations/${id}`, nested(32))).status).toBe(200);
    expect((await api.patch(`/v1/conversations/${id}`, nested(33))).status).toBe(400);
    const contact = { websiteId: company.given.channelId, name: "Deep" };
    expect((await api.post("/v1/contacts", { ...contact, customFields: nested(31) })).status).toBe(200);
    const deeper = await api.post("/v1/contacts", { ...contact, name: "Deeper", customFields: nested(32) });
    expect([deeper.status, deeper.body]).toMatchObject([400, { details: [{ code: "too_deep" }] }]);
    for (const bad of ["a\u0000b", "a\ud800", "\udc00"]) {
      expect((await api.patch(`/v1/conversations/${id}`, { note: bad })).status).toBe(400);
      expect((await api.patch(`/v1/conversations/${id}`, { [bad]: 1 })).status).toBe(400);
    }
  });

  it("answer a fault of our own with a fixed sentence and the request id, never internals", async () => {
    await closeTenantPool();
    const { status, headers, body } = await api.get("/v1/conversations");
    openTenantPool(env.databaseUrl ?? "", 4);
    expect(status).toBe(500);
    expect(body).toEqual({
      error: "internal_error",
      message: "Something went wrong on our side.",
      status: 500,
      requestId: headers.get("x-request-id"),
    });
    expect((await api.get("/v1/conversations")).status).toBe(200);
  });
});

describe("the order of checks (A10)", () => {
  it("401 before route and method; route before permission; permission before shape; shape before record", async () => {
    const poor = http(app, (await company.token(["reports_read"])).secret);
    expect((await nobody.get("/v1/nothing")).status).toBe(401);
    expect((await nobody.put("/v1/conversations")).status).toBe(401);
    expect((await poor.get("/v1/nothing")).status).toBe(404);
    expect((await poor.put("/v1/conversations")).status).toBe(405);
    const bad = { raw: "{nope", headers: { "content-type": "text/plain" } };
    expect((await poor.post("/v1/conversations", undefined, bad)).status).toBe(403);
    expect((await api.post(`/v1/conversations/${unknown}/close`, {})).status).toBe(400);
    expect((await api.post(`/v1/conversations/${unknown}/close`, { isLead: true })).status).toBe(404);
  });

  it("record before reference, reference before state", async () => {
    const assign = (id: string, assignedTo: string) => api.post(`/v1/conversations/${id}/assign`, { assignedTo });
    expect((await assign(unknown, "nobody")).status).toBe(404);
    const { id } = await converse(api, company);
    await api.post(`/v1/conversations/${id}/close`, { isLead: false });
    expect((await api.post(`/v1/conversations/${id}/transfer`, { transferTo: "nobody" })).status).toBe(400);
  });
});

describe("permissions (C1)", () => {
  it.each(routes.map((one) => [`${one.method.toUpperCase()} ${one.path}`, one] as const))(
    "%s asks for a token, and for its permission by name",
    async (_name, route) => {
      const path = route.path.replace(/\{\w+\}/g, unknown);
      const body = route.method === "get" ? undefined : {};
      expect((await nobody.call(route.method.toUpperCase(), path, body)).status).toBe(401);
      const { access } = route.operation;
      const empty = http(app, (await company.token([])).secret);
      const { status, body: told } = await empty.call(route.method.toUpperCase(), path, body);
      if (access === "anyone") expect(status).not.toBe(403);
      else {
        expect([status, told.error]).toEqual([403, "forbidden"]);
        if (!["person", "visitor", "system"].includes(access)) expect(told.requiredPermissions).toContain(access);
      }
    },
  );

  it("a write permission does not imply its read", async () => {
    const writer = http(app, (await company.token(["clients_write"])).secret);
    const id = company.given.conversationId ?? "";
    expect((await writer.get(`/v1/conversations/${id}`)).status).toBe(403);
    expect((await writer.patch(`/v1/conversations/${id}`, { note: 1 })).status).toBe(200);
  });

  it("chat_talk alone reaches every conversation of the company, none of another", async () => {
    const talker = http(app, (await company.token(["chat_talk"])).secret);
    const { id } = await converse(api, company);
    expect((await talker.post(`/v1/conversations/${id}/assign`, { assignedTo: company.agent.id })).status).toBe(200);
    expect((await talker.post(`/v1/conversations/${other.given.conversationId}/open`)).status).toBe(404);
  });

  it("a token of assigned rows sees what its owner holds or whose contact its owner holds, nothing else", async () => {
    const restricted = await company.token(
      ["clients_read_assigned", "clients_write_assigned", "chat_talk"],
      company.otherAgent,
    );
    const client = http(app, restricted.secret);
    const mine = await converse(api, company, { visitorName: "Mine" });
    await api.post(`/v1/conversations/${mine.id}/assign`, { assignedTo: company.otherAgent.id });
    const free = await converse(api, company, { visitorName: "Free" });
    const theirs = await converse(api, company, { visitorName: "Theirs" });
    await api.post(`/v1/conversations/${theirs.id}/assign`, { assignedTo: company.agent.id });
    type Page = { data: { visitorName: string }[]; pagination: { total: number } };
    const list = await client.get<Page>("/v1/conversations");
    expect([list.body.data.map((one) => one.visitorName), list.body.pagination.total]).toEqual([["Mine"], 1]);
    expect((await client.get<Page>("/v1/conversations?search=Theirs")).body.data).toEqual([]);
    expect((await client.get("/v1/conversations/export?format=json")).text).not.toContain("Theirs");
    type Columns = { phases: { conversations: Page }[] };
    const columns = (await client.get<Columns>("/v1/conversations/by-phase")).body.phases;
    expect(columns.map((column) => column.conversations.pagination.total)).toEqual([1, 0, 0, 0]);
    expect((await client.get(`/v1/conversations/${mine.id}`)).status).toBe(200);
    for (const { id } of [free, theirs]) {
      expect((await client.get(`/v1/conversations/${id}`)).status).toBe(404);
      expect((await client.get(`/v1/conversations/${id}/messages`)).status).toBe(404);
      expect((await client.patch(`/v1/conversations/${id}`, { visitorName: "x" })).status).toBe(404);
      expect((await client.delete(`/v1/conversations/${id}`)).status).toBe(404);
      expect((await client.post(`/v1/conversations/${id}/assign`, { assignedTo: company.otherAgent.id })).status).toBe(
        404,
      );
      expect((await client.post(`/v1/conversations/${id}/notes`, { message: "x" })).status).toBe(404);
    }
    const lead = await converse(api, company, { visitorName: "By contact", visitorEmail: "by.contact@example.com" });
    await api.post(`/v1/conversations/${lead.id}/close`, { isLead: true });
    expect((await client.get(`/v1/conversations/${lead.id}`)).status).toBe(404);
    const { contactId } = (await api.get<{ contactId: string }>(`/v1/conversations/${lead.id}`)).body;
    await api.patch(`/v1/contacts/${contactId}`, { assignedTo: company.otherAgent.id });
    expect((await client.get(`/v1/conversations/${lead.id}`)).status).toBe(200);
  });
});

describe("parameters", () => {
  it("an id or version in the path that nothing can have is an unknown one (A9)", async () => {
    for (const id of ["junk", "%00", "%ED%A0%80"]) {
      expect((await api.get(`/v1/contacts/${id}`)).status).toBe(404);
      expect((await api.delete(`/v1/contacts/${id}/notes/${id}`)).status).toBe(404);
      expect((await api.post(`/v1/contacts/${id}/notes`, { message: "Hi" })).status).toBe(404);
    }
    const [bot] = (await api.get<{ id: string }[]>("/v1/chatbots")).body;
    const versions = `/v1/chatbots/${bot?.id}/chatbot-config/question-list/versions`;
    for (const version of ["x", "-1", "1.5", "99999"]) {
      expect((await api.get(`${versions}/${version}`)).status).toBe(404);
      expect((await api.post(`${versions}/${version}/restore`)).status).toBe(404);
    }
    const { status, body } = await api.post<ErrorBody>("/v1/contacts/junk/notes", {});
    expect([status, body.details?.[0]?.field]).toEqual([400, "message"]);
  });

  it("a repeated query parameter counts as a list", async () => {
    type Page = { pagination: { total: number } };
    const both = await api.get<Page>("/v1/conversations?channel=WEB&channel=WHATSAPP");
    expect(both.body.pagination.total).toBe((await api.get<Page>("/v1/conversations")).body.pagination.total);
  });

  it("the path cannot be overridden by body or query", async () => {
    const [a, b] = [await converse(api, company), await converse(api, company)];
    const body = { conversationId: b.id, assignedTo: company.agent.id };
    const assigned = await api.post<{ id: string }>(`/v1/conversations/${a.id}/assign`, body);
    expect(assigned.body.id).toBe(a.id);
    const read = await api.get<{ id: string }>(`/v1/conversations/${a.id}?conversationId=${b.id}`);
    expect(read.body.id).toBe(a.id);
  });

  it("a limit of a minute says how long to wait outside of the API, too [A5]", async () => {
    const options = { address: "192.0.2.77", headers: { "sec-fetch-site": "same-origin" } };
    const ask = () => http(app).post("/api/accounts/forgotten", { email: "nobody@example.com" }, options);
    let refused = await ask();
    for (let n = 0; n < 20 && refused.status !== 429; n += 1) refused = await ask();
    expect(refused.status).toBe(429);
    const seconds = Number(refused.headers.get("retry-after"));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
  });
});
