import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { newId } from "#server/base/ids.ts";

/** A proxy as they are found in front of services: it adds the address it hears from to X-Forwarded-For. */
function proxyTo(port: number): http.Server {
  return http.createServer((request, response) => {
    const forwarded = [request.headers["x-forwarded-for"], request.socket.remoteAddress].filter(Boolean).join(", ");
    const headers = { ...request.headers, "x-forwarded-for": forwarded };
    const { url, method } = request;
    const onward = http.request({ port, host: "127.0.0.1", path: url, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on("error", () => response.destroy());
    request.pipe(onward);
  });
}

type Answer = { status: number; headers: http.IncomingHttpHeaders; text: string };
type Asked = { path: string; from: string; headers?: Record<string, string>; body?: string };

let proxyPort = 0;
let servers: http.Server[] = [];
let doors: typeof import("#server/testing/doors.ts");

/** Asks through the proxy from an address of this machine's loopback network. */
function ask({ path, from, headers = {}, body }: Asked): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const method = body === undefined ? "GET" : "POST";
    const options = { host: "127.0.0.1", port: proxyPort, localAddress: from, path, method, headers, agent: false };
    const request = http.request(options, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (part: string) => {
        text += part;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    request.on("error", reject);
    request.end(body);
  });
}

const listen = (server: http.Server): Promise<number> =>
  new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
  });

beforeAll(async () => {
  // The settings are read once, when the modules load.
  vi.stubEnv("TRUSTED_PROXIES", "127.0.0.1/32");
  const { createHttpServer } = await import("./listener.ts");
  const { app } = await import("#server/rest/app.ts");
  doors = await import("#server/testing/doors.ts");
  doors.openDoors();
  const { server, open } = createHttpServer();
  const noPages = {
    handle: async () => undefined,
    sockets: http.createServer(),
    dev: false,
    close: async () => undefined,
  };
  open({ fetch: app.fetch, pages: noPages });
  const proxy = proxyTo(await listen(server));
  proxyPort = await listen(proxy);
  servers = [proxy, server];
});

afterAll(async () => {
  for (const server of servers) server.close();
  for (const server of servers) server.closeAllConnections();
  await doors.closeDoors();
  vi.unstubAllEnvs();
});

describe("behind a proxy", () => {
  it("counts two clients apart, whatever one of them writes into the header [found S3]", async () => {
    const left: number[] = [];
    for (let n = 0; n < 5; n += 1) {
      const headers = { "x-forwarded-for": `198.51.100.${n}` };
      left.push(Number((await ask({ path: "/health", from: "127.0.0.2", headers })).headers["x-ratelimit-remaining"]));
    }
    // Five in one minute, or divided by a full one.
    expect(Math.min(...left)).toBeLessThanOrEqual(997);
    const other = await ask({ path: "/health", from: "127.0.0.3" });
    expect(other.headers["x-ratelimit-remaining"]).toBe("999");
  });

  it("makes one client wait for its failed sign-ins and not the other [found S3]", async () => {
    const email = `${newId()}@example.com`;
    const signIn = async (from: string) => {
      const { headers, text } = await ask({ path: "/api/auth/csrf", from });
      const cookie = (headers["set-cookie"] ?? []).map((one) => one.split(";")[0]).join("; ");
      const { csrfToken } = JSON.parse(text) as { csrfToken: string };
      const body = new URLSearchParams({ csrfToken, email, password: "wrong", json: "true" }).toString();
      const type = "application/x-www-form-urlencoded";
      const given = { cookie, "content-type": type, "content-length": String(Buffer.byteLength(body)) };
      return (await ask({ path: "/api/auth/callback/credentials", from, headers: given, body })).status;
    };
    for (let n = 0; n < 5; n += 1) expect(await signIn("127.0.0.4")).toBe(401);
    expect(await signIn("127.0.0.4")).toBe(429);
    expect(await signIn("127.0.0.5")).toBe(401);
  });
});
