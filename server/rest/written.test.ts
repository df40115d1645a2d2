import { once } from "node:events";
import http, { type IncomingMessage, type OutgoingHttpHeaders } from "node:http";
import { gunzipSync, inflateSync } from "node:zlib";
import { getRequestListener } from "@hono/node-server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freshCompany, type TestCompany } from "#server/testing/company.ts";
import { allFurniture } from "#server/testing/furnishing.ts";
import { app } from "./app.ts";

let company: TestCompany;
let server: http.Server;
let agent: http.Agent;
let secret: string;

type Answer = { status: number; headers: IncomingMessage["headers"]; body: Buffer; reused: boolean };

/** Over a socket, as it arrives: nothing unpacks it. Several parts of a body go in chunks. */
async function ask(
  path: string,
  headers: OutgoingHttpHeaders = {},
  method = "GET",
  ...body: (string | Buffer)[]
): Promise<Answer> {
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const all = { authorization: `Bearer ${secret}`, ...headers };
  const request = http.request({ port, host: "127.0.0.1", path, method, agent, headers: all });
  for (const part of body.slice(1)) request.write(part);
  request.end(body[0] ?? "");
  const [response] = (await once(request, "response")) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const { statusCode = 0 } = response;
  return { status: statusCode, headers: response.headers, body: Buffer.concat(chunks), reused: request.reusedSocket };
}

beforeAll(async () => {
  company = await freshCompany("Written", allFurniture);
  ({ secret } = await company.token(["admin"]));
  server = http.createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false }));
  // As the product's own: a busy machine takes its time between two requests.
  server.keepAliveTimeout = 65_000;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
});

afterAll(async () => {
  agent.destroy();
  server.closeAllConnections();
  await company.close();
});

describe("an answer that is written to the socket", () => {
  it("has its length, every header of the API, and leaves the connection for the next request", async () => {
    const path = `/v1/contacts/${company.given.contactId}`;
    const first = await ask(path);
    const second = await ask(path, { "x-request-id": "mine" });
    expect(first).toMatchObject({
      status: 200,
      headers: { "content-type": "application/json", vary: "Accept-Encoding" },
    });
    expect(Number(first.headers["content-length"])).toBe(first.body.byteLength);
    expect(first.headers["transfer-encoding"]).toBeUndefined();
    for (const name of ["x-request-id", "x-ratelimit-remaining", "access-control-allow-origin", "cache-control"])
      expect(first.headers[name]).toBeTruthy();
    expect(second.headers["x-request-id"]).toBe("mine");
    expect(second.reused).toBe(true);
    expect(JSON.parse(first.body.toString())).toEqual(JSON.parse(second.body.toString()));
  });

  it("is packed as the caller weighs it, and keeps its ETag", async () => {
    const path = "/v1/conversations";
    const plain = await ask(path);
    expect(plain.headers["content-encoding"]).toBeUndefined();
    const gzipped = await ask(path, { "accept-encoding": "gzip, deflate, br" });
    expect(gzipped.headers["content-encoding"]).toBe("gzip");
    expect(Number(gzipped.headers["content-length"])).toBe(gzipped.body.byteLength);
    expect(gunzipSync(gzipped.body).toString()).toBe(plain.body.toString());
    const deflated = await ask(path, { "accept-encoding": "gzip;q=0.2, deflate" });
    expect(inflateSync(deflated.body).toString()).toBe(plain.body.toString());
    for (const refusing of ["identity", "gzip;q=0, deflate;q=0", "br"])
      expect((await ask(path, { "accept-encoding": refusing })).headers["content-encoding"]).toBeUndefined();
    const list = `/v1/chatbots/${company.given.chatbotId}/chatbot-config/question-list`;
    expect((await ask(list, { "accept-encoding": "gzip" })).headers).toMatchObject({
      "content-encoding": "gzip",
      etag: expect.stringMatching(/^"/),
    });
  });

  it("has no body for HEAD, but its length", async () => {
    const path = `/v1/contacts/${company.given.contactId}`;
    const [whole, head] = [await ask(path), await ask(path, {}, "HEAD")];
    expect(head.status).toBe(200);
    expect(head.body.byteLength).toBe(0);
    expect(head.headers["content-length"]).toBe(whole.headers["content-length"]);
    expect((await ask(path)).reused).toBe(true);
  });

  it("leaves the connection also where a body in chunks was refused for its size [N1]", async () => {
    const json = { "content-type": "application/json" };
    for (const parts of [20, 100, 200]) {
      const body = Array.from({ length: parts }, () => Buffer.alloc(64 * 1024, " "));
      expect((await ask("/v1/contacts", json, "POST", "", ...body)).status).toBe(413);
      expect(await ask("/v1/contacts")).toMatchObject({ status: 200, reused: true });
    }
  });

  it("is an error like any other", async () => {
    const stranger = await ask("/v1/contacts", { authorization: "Bearer sk_live_none" });
    expect(stranger).toMatchObject({ status: 401, headers: { "www-authenticate": "Bearer" } });
    expect(JSON.parse(stranger.body.toString())).toMatchObject({ error: "unauthorized", status: 401 });
    expect((await ask("/v1/nothing")).status).toBe(404);
    expect(await ask("/v1/contacts", {}, "DELETE")).toMatchObject({
      status: 405,
      headers: { allow: expect.any(String) },
    });
    const json = { "content-type": "application/json" };
    expect((await ask("/v1/contacts", json, "POST", "{")).status).toBe(400);
    expect((await ask("/v1/contacts", {}, "OPTIONS")).status).toBe(204);
    expect((await ask("/health")).status).toBe(200);
  });
});
