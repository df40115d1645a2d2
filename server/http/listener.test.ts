import http from "node:http";
import net, { type AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { StartFault } from "#server/config/start-fault.ts";
import { mostBytes } from "#server/uploads/choices.ts";
import { createHttpServer, type HttpServer } from "./listener.ts";
import { receive } from "./receiving.ts";

const listeners: HttpServer[] = [];
afterAll(async () => {
  await Promise.all(listeners.map((listener) => listener.drain(0)));
});

async function listening(): Promise<{ listener: HttpServer; port: number }> {
  const listener = createHttpServer();
  await listener.listen(0, "127.0.0.1");
  listeners.push(listener);
  return { listener, port: portOf(listener) };
}

function portOf(listener: HttpServer): number {
  const address = listener.server.address() as AddressInfo;
  return address.port;
}

/** As a browser goes to a page; `fetch` says of itself that it is a script. */
async function visited(port: number, headers: http.OutgoingHttpHeaders) {
  const answer = await new Promise<http.IncomingMessage>((resolve, reject) => {
    http.get({ host: "127.0.0.1", port, path: "/inbox", headers }, resolve).on("error", reject);
  });
  let text = "";
  for await (const chunk of answer) text += String(chunk);
  return { status: answer.statusCode, type: answer.headers["content-type"], text };
}

function open(listener: HttpServer): void {
  listener.open({
    fetch: async (request) => {
      const { pathname, searchParams } = new URL(request.url);
      await pause(Number(searchParams.get("ms") ?? 0));
      return new Response(`api ${pathname}`);
    },
    pages: {
      dev: false,
      sockets: http.createServer(),
      close: async () => undefined,
      handle: async (request, response) => {
        if (request.url === "/broken") throw new Error("the page failed: secret detail");
        response.end(`page ${request.url}`);
      },
    },
  });
}

/** One request over the connections that `agent` keeps. */
function get(port: number, agent: http.Agent): Promise<{ status: number; close: boolean }> {
  return new Promise((resolve, reject) => {
    const request = http.get({ port, host: "127.0.0.1", path: "/v1/kept?ms=5", agent }, (response) => {
      response.resume();
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, close: response.headers.connection === "close" }),
      );
    });
    request.on("error", reject);
  });
}

/** Sends bytes as they are and answers what comes back until the connection closes. */
function raw(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, "127.0.0.1", () => socket.write(text.replaceAll("\n", "\r\n")));
    let answer = "";
    socket.setTimeout(3000, () => socket.destroy(new Error(`no end: ${answer}`)));
    socket.on("data", (chunk) => {
      answer += chunk;
    });
    socket.on("close", () => resolve(answer));
    socket.on("error", reject);
  });
}

describe("the HTTP listener", () => {
  let port = 0;

  beforeAll(async () => {
    const made = await listening();
    open(made.listener);
    port = made.port;
  });

  it.each([
    "/v1/contacts",
    "/health",
    "/docs",
    "/api/trpc/x",
    "/api/auth/x",
    "/api/accounts/x",
    "/widget/v1/x/config",
    "/hooks/meta",
  ])("hands %s to the API", async (path) => {
    expect(await (await fetch(`http://127.0.0.1:${port}${path}?a=1`)).text()).toBe(`api ${path}`);
  });

  it.each(["/", "/inbox", "/v10", "/healthy", "/widget/abc", "/widget.js"])("hands %s to the pages", async (path) => {
    expect(await (await fetch(`http://127.0.0.1:${port}${path}`)).text()).toBe(`page ${path}`);
  });

  it.each([
    ["/widget/x/../../inbox?a=1", "page /inbox?a=1"],
    ["/widget/x/%2e%2E/%2e./inbox", "page /inbox"],
    ["/widget\\x\\..\\..\\inbox", "page /inbox"],
    ["/inbox/./../v1/contacts", "api /v1/contacts"],
    ["/../../inbox", "page /inbox"],
    ["/inbox/..a/x", "page /inbox/..a/x"],
  ])("takes %s for the path it stands for [found S21]", async (target, answered) => {
    const answer = await raw(port, `GET ${target} HTTP/1.1\nHost: x\nConnection: close\n\n`);
    expect(answer).toContain(answered);
  });

  it.each(["/inbox/%ff", "/contacts/%c0%ae", "/widget/%"])("refuses %s, which is no text", async (target) => {
    expect(await raw(port, `GET ${target} HTTP/1.1\nHost: x\nConnection: close\n\n`)).toMatch(/^HTTP\/1\.1 400 /);
  });

  it("refuses a path that becomes another host [found S21]", async () => {
    const answer = await raw(port, "GET /x/..//evil.example HTTP/1.1\nHost: x\nConnection: close\n\n");
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  });

  it.each(["http://127.0.0.1:1/v1/contacts", "https://evil.example/", "//evil.example/", "*", "/\\evil.example"])(
    "refuses the target %s",
    async (target) => {
      const answer = await raw(port, `GET ${target} HTTP/1.1\nHost: x\nConnection: close\n\n`);
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
      expect(answer).toMatch(/"error":"validation_error"/);
    },
  );

  it.each(["http://127.0.0.1:1/socket.io/", "/_next/webpack-hmr", "/v1/contacts", "//socket.io/", "/"])(
    "refuses to upgrade %s",
    async (target) => {
      const upgrade = "Connection: Upgrade\nUpgrade: websocket\nSec-WebSocket-Version: 13\nSec-WebSocket-Key: AAAA";
      expect(await raw(port, `GET ${target} HTTP/1.1\nHost: x\n${upgrade}\n\n`)).toMatch(/^HTTP\/1\.1 404 /);
    },
  );

  it("answers a request that names no host as every other error", async () => {
    const answer = await raw(port, "GET /v1/contacts HTTP/1.1\nConnection: close\n\n");
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('"status":400');
  });

  it("answers HTTP/1.0, which need not name a host", async () => {
    const answer = await raw(port, "GET /v1/contacts HTTP/1.0\n\n");
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).toContain("api /v1/contacts");
  });

  it.each(["a b<>@[::", "x@evil.example", "999.0.0.1"])("answers the host %s as every other error", async (host) => {
    const answer = await raw(port, `GET /v1/contacts HTTP/1.1\nHost: ${host}\nConnection: close\n\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 [\s\S]*X-RateLimit-Remaining: \d+/);
    expect(answer).toContain('"error":"validation_error"');
  });

  it("refuses two hosts, of which a proxy may have read the other one", async () => {
    const answer = await raw(port, "GET /v1/contacts HTTP/1.1\nHost: x\nhost: y\nConnection: close\n\n");
    expect(answer).toMatch(/^HTTP\/1\.1 400 [\s\S]*"error":"validation_error"/);
  });

  it("answers who expects something that nobody knows", async () => {
    const answer = await raw(port, "GET /v1/x HTTP/1.1\nHost: x\nExpect: tea\nConnection: close\n\n");
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).toContain("api /v1/x");
  });

  it("answers nonsense with 400 and closes", async () => {
    expect(await raw(port, "HELLO\n\n")).toMatch(/^HTTP\/1\.1 400 Bad Request\r\nX-Request-ID: [\da-f-]{36}\r\n/);
  });

  it("answers an address of 17,000 characters with 431, as every other error [found A9]", async () => {
    const answer = await raw(port, `GET /v1/contacts?search=${"x".repeat(17_000)} HTTP/1.1\nHost: x\n\n`);
    const [head = "", body = ""] = answer.split("\r\n\r\n");
    expect(head).toMatch(/^HTTP\/1\.1 431 /);
    expect(head).toMatch(/X-Request-ID: [\da-f-]{36}/);
    expect(head).toMatch(/X-RateLimit-Remaining: \d+/);
    expect(JSON.parse(body)).toEqual({
      error: "payload_too_large",
      message: "The address and the headers together are larger than 16 KB.",
      status: 431,
      requestId: /X-Request-ID: (\S+)/.exec(head)?.[1],
    });
  });

  it("refuses an address with bytes that were not escaped, rather than guess at them [found A4]", async () => {
    const sent = "GET /v1/caf\u00e9?a=\u00f1 HTTP/1.1\nHost: x\nConnection: close\n\n";
    const answer = await raw(port, sent);
    expect(answer).toMatch(/^HTTP\/1\.1 400 [\s\S]*X-Request-ID: [0-9a-f-]{36}/i);
    expect(answer).not.toContain("api /v1");
  });

  it("sends the common security headers with everything", async () => {
    for (const path of ["/health", "/inbox"]) {
      const { headers } = await fetch(`http://127.0.0.1:${port}${path}`);
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin");
      expect(headers.get("x-powered-by")).toBeNull();
    }
  });

  it("gives every answer a request id, the client's own where it is harmless", async () => {
    for (const path of ["/health", "/inbox"]) {
      const ask = (id: string) => fetch(`http://127.0.0.1:${port}${path}`, { headers: { "x-request-id": id } });
      expect((await ask("mine.1_A")).headers.get("x-request-id")).toBe("mine.1_A");
      expect((await ask("<script>")).headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  it("hides what went wrong in a page", async () => {
    const response = await fetch(`http://127.0.0.1:${port}/broken`, { headers: { "x-request-id": "mine-1" } });
    expect(response.status).toBe(500);
    expect(response.headers.get("x-request-id")).toBe("mine-1");
    const body: unknown = await response.json();
    expect(body).toMatchObject({ error: "internal_error", status: 500, requestId: "mine-1" });
    expect(JSON.stringify(body)).not.toContain("secret detail");
  });
});

describe("the life of the HTTP listener", () => {
  it("answers 503 until it is opened", async () => {
    const { listener, port } = await listening();
    const early = await fetch(`http://127.0.0.1:${port}/health`);
    expect(early.status).toBe(503);
    expect(early.headers.get("retry-after")).toBe("1");
    open(listener);
    expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(200);
  });

  it("tells who opens a page meanwhile, in their language, and has it try again", async () => {
    const { listener, port } = await listening();
    const early = await visited(port, { "sec-fetch-mode": "navigate", "accept-language": "es-AR,es;q=0.9" });
    expect([early.status, early.type]).toEqual([503, "text/html; charset=utf-8"]);
    expect(early.text).toContain('<html lang="es">');
    expect(early.text).toContain("Parley no está disponible");
    expect(early.text).toContain('http-equiv="refresh"');
    // What a script asks for is told as ever.
    const asked = await visited(port, { "sec-fetch-mode": "cors", accept: "text/html" });
    expect([asked.status, asked.type]).toEqual([503, "application/json"]);
    open(listener);
    expect((await visited(port, { "sec-fetch-mode": "navigate" })).status).toBe(200);
  });

  it("ends running requests before it closes, and takes no new ones", async () => {
    const { listener, port } = await listening();
    open(listener);
    const running = fetch(`http://127.0.0.1:${port}/v1/slow?ms=400`);
    await pause(100);
    const drained = listener.drain(3000);
    await expect(fetch(`http://127.0.0.1:${port}/v1/new`)).rejects.toThrow();
    expect(await (await running).text()).toBe("api /v1/slow");
    const ended = Date.now();
    await drained;
    expect(Date.now() - ended).toBeLessThan(1000);
  });

  it("cuts no request of a client with kept connections while one instance replaces another [found K10]", async () => {
    const [old, next] = [await listening(), await listening()];
    open(old.listener);
    open(next.listener);
    const agent = new http.Agent({ keepAlive: true, maxSockets: 4 });
    const answers: { port: number; status: number; close: boolean }[] = [];
    // A balancer that looks elsewhere once an instance says that it ends.
    let port = old.port;
    let asking = true;
    const ask = async () => {
      while (asking) {
        const to = port;
        const { status, close } = await get(to, agent);
        answers.push({ port: to, status, close });
      }
    };
    const askers = Array.from({ length: 6 }, ask);
    await pause(200);
    const retired = old.listener.retire(1500);
    await pause(300);
    const meanwhile = answers.filter((one) => one.port === old.port).slice(-4);
    expect(meanwhile.map(({ close }) => close)).toEqual([true, true, true, true]);
    port = next.port;
    await retired;
    await old.listener.drain(1000);
    await pause(100);
    asking = false;
    await Promise.all(askers);
    agent.destroy();
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(answers.some((one) => one.port === next.port && !one.close)).toBe(true);
  });

  it("ends at once when no client is connected [found K10]", async () => {
    const { listener } = await listening();
    open(listener);
    const begun = Date.now();
    await listener.retire(30_000);
    await listener.drain(1000);
    expect(Date.now() - begun).toBeLessThan(10_000);
  });

  it("cuts requests that do not end in time", async () => {
    const { listener, port } = await listening();
    open(listener);
    const running = fetch(`http://127.0.0.1:${port}/v1/slow?ms=30000`);
    running.catch(() => undefined);
    await pause(100);
    await listener.drain(200);
    await expect(running).rejects.toThrow();
  });

  it("cuts upgraded connections that are not closed", async () => {
    const { listener, port } = await listening();
    open(listener);
    listener.server.on("upgrade", (_, socket) => socket.write("HTTP/1.1 101 Switching Protocols\r\n\r\n"));
    const upgrade = "GET /socket.io/?a=1 HTTP/1.1\nHost: x\nConnection: Upgrade\nUpgrade: websocket\n\n";
    const answer = raw(port, upgrade);
    await pause(100);
    const before = Date.now();
    await listener.drain(200);
    expect(Date.now() - before).toBeLessThan(1500);
    expect(await answer).toMatch(/^HTTP\/1\.1 101 /);
  });

  it("says which port is taken", async () => {
    const { port } = await listening();
    await expect(createHttpServer().listen(port, "127.0.0.1")).rejects.toThrow(`Port ${port} of 127.0.0.1`);
  });

  it("says of an address that this machine does not have that it is HOST", async () => {
    for (const host of ["203.0.113.9", "no-such-host.invalid"]) {
      const listening = createHttpServer().listen(0, host);
      await expect(listening).rejects.toBeInstanceOf(StartFault);
      await expect(listening).rejects.toThrow(/set HOST/);
    }
  });
});

describe("a body", () => {
  const patienceMs = 400;
  const server = http.createServer((request, response) => {
    receive(request, response, patienceMs);
    request.resume().on("end", () => response.end("arrived"));
  });
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  /** Announces five bytes, and sends so many of them at a pace that nothing ends for. */
  async function sent(count: number): Promise<string> {
    const socket = net.connect((server.address() as AddressInfo).port, "127.0.0.1");
    socket.write("POST /uploads HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 5\r\n\r\n");
    const answer = (async () => {
      let text = "";
      for await (const chunk of socket) text += String(chunk);
      return text;
    })();
    for (let n = 0; n < count; n += 1) {
      await pause(patienceMs / 2);
      socket.write("x");
    }
    return answer;
  }

  it("comes as slowly as a phone sends it, while it moves", async () => {
    expect(await sent(5)).toMatch(/^HTTP\/1.1 200 .*arrived$/s);
    const { requestTimeout } = createHttpServer().server;
    expect(requestTimeout).toBeGreaterThan((mostBytes * 8) / 1000);
  });

  it("that stops on its way is told so, and holds nothing", async () => {
    expect(await sent(2)).toMatch(/^HTTP\/1.1 408 .*"The request did not arrive in time."/s);
  });
});
