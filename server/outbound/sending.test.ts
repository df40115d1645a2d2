import net from "node:net";
import { Pool } from "undici";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { AppError } from "#server/base/errors.ts";
import { type Receiver, startReceiver } from "#server/testing/receiver.ts";
import { guardedConnector } from "./connecting.ts";
import { closeOutbound } from "./pools.ts";
import { OutboundError, type OutboundRequest, outbound } from "./sending.ts";
import { allowPrivateTargets, isPublicAddress, refuseTarget } from "./targets.ts";

let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(async () => {
  await closeOutbound();
  await receiver.close();
});
beforeEach(() => {
  receiver.received.length = 0;
  receiver.answer(200);
});
afterEach(() => allowPrivateTargets(false));

function post(url: string, extra: Partial<OutboundRequest> = {}) {
  return outbound({ url, body: "{}", timeoutMs: 2000, maxBytes: 4096, ...extra });
}

async function failure(url: string, extra: Partial<OutboundRequest> = {}): Promise<OutboundError> {
  const error = await post(url, extra).then(
    () => new Error("it answered"),
    (reason: unknown) => reason,
  );
  if (error instanceof OutboundError) return error;
  throw error;
}

const localForms = (port: number | string) => [
  `http://127.0.0.1:${port}`,
  `http://localhost:${port}`,
  `http://sub.localhost:${port}`,
  `http://localhost.:${port}`,
  `http://127.1:${port}`,
  `http://127.0.0.1.:${port}`,
  `http://2130706433:${port}`,
  `http://0x7f.1:${port}`,
  `http://0x7f000001:${port}`,
  `http://0177.0.0.1:${port}`,
  `http://017700000001:${port}`,
  `http://0:${port}`,
  `http://0.0.0.0:${port}`,
  `http://①②⑦.⓪.⓪.①:${port}`,
  `http://%31%32%37.0.0.1:${port}`,
  `http://[::1]:${port}`,
  `http://[::]:${port}`,
  `http://[0:0:0:0:0:0:0:1]:${port}`,
  `http://[::ffff:127.0.0.1]:${port}`,
  `http://[::ffff:7f00:1]:${port}`,
  `http://[::127.0.0.1]:${port}`,
  `http://[64:ff9b::127.0.0.1]:${port}`,
  `http://[64:ff9b:1::7f00:1]:${port}`,
  `http://[2002:7f00:1::]:${port}`,
];

const otherForms = [
  "http://10.0.0.1",
  "http://172.16.4.4",
  "http://192.168.1.1",
  "http://100.64.0.1",
  "http://169.254.169.254/latest/meta-data/",
  "http://0xa9fea9fe/",
  "http://[fd00:ec2::254]/",
  "http://[fe80::1]/",
  "http://[fc00::1]/",
  "http://[ff02::1]/",
  "http://[2001:db8::1]/",
  "http://[2001::1]/",
  "http://224.0.0.1",
  "http://255.255.255.255",
  "http://198.18.0.1",
  "http://192.0.2.1",
  "http://240.0.0.1",
];

describe("an address that is not public", () => {
  it.each([...localForms(9), ...otherForms])("%s is refused when written down and when called", async (url) => {
    expect(refuseTarget(url)).toMatch(/private, local or reserved/);
    expect((await failure(url)).kind).toBe("blocked");
  });

  it("is not reached in any of its spellings", async () => {
    for (const url of localForms(receiver.port)) await failure(url);
    expect(receiver.received).toEqual([]);
  });

  it("is judged by its numbers, public ones pass", () => {
    expect(["8.8.8.8", "1.1.1.1", "2606:4700::1111"].map(isPublicAddress)).toEqual([true, true, true]);
    expect(["", "localhost", "example.com", "::", "999.1.1.1"].map(isPublicAddress)).not.toContain(true);
  });

  it("is opened by the operator", async () => {
    allowPrivateTargets(true);
    expect(refuseTarget(receiver.url)).toBeNull();
    expect(await post(receiver.url)).toMatchObject({ statusCode: 200 });
  });
});

describe("a name", () => {
  const resolving = (...answers: string[]) => {
    const asked: string[] = [];
    const connect = guardedConnector((host) => {
      asked.push(host);
      const address = answers[asked.length - 1] ?? "127.0.0.1";
      return Promise.resolve([{ address, family: net.isIP(address) }]);
    });
    return { asked, pool: new Pool(`http://rebound.example:${receiver.port}`, { connect }) };
  };
  const ask = (pool: Pool) => pool.request({ path: "/", method: "GET" });

  it("that leads inside is refused at connect time", async () => {
    const { pool } = resolving("127.0.0.1");
    await expect(ask(pool)).rejects.toMatchObject({ kind: "blocked" });
    expect(receiver.received).toEqual([]);
  });

  it("is resolved once per connection, and the connection goes to the address that was judged", async () => {
    allowPrivateTargets(true);
    const { pool, asked } = resolving("127.0.0.1", "203.0.113.9");
    await ask(pool);
    expect({ asked, came: receiver.received.length }).toEqual({ asked: ["rebound.example"], came: 1 });
    await pool.destroy();
  });

  it("that was public before is judged anew for each connection (rebinding)", async () => {
    // The first answer is public, so the guard lets it through to the network, which cannot answer here.
    const { pool, asked } = resolving("192.88.98.1", "127.0.0.1");
    const first = ask(pool).catch((error: Error) => error);
    await new Promise((resolve) => setTimeout(resolve, 50));
    await pool.destroy();
    expect(await first).not.toMatchObject({ kind: "blocked" });
    const again = new Pool(`http://rebound.example:${receiver.port}`, {
      connect: guardedConnector(() => Promise.resolve([{ address: "127.0.0.1", family: 4 }])),
    });
    await expect(ask(again)).rejects.toMatchObject({ kind: "blocked" });
    expect(asked).toEqual(["rebound.example"]);
    expect(receiver.received).toEqual([]);
  });

  it("with one public and one private address is refused", async () => {
    const both = ["1.1.1.1", "::1"].map((address) => ({ address, family: net.isIP(address) }));
    const pool = new Pool("http://both.example", { connect: guardedConnector(() => Promise.resolve(both)) });
    await expect(ask(pool)).rejects.toMatchObject({ kind: "blocked" });
  });
});

describe("an address as text", () => {
  it.each([
    ["http://user:secret@example.com/", /user name or password/],
    ["https://user@example.com/", /user name or password/],
    ["ftp://example.com/", /https/],
    ["file:///etc/passwd", /https/],
    ["javascript:alert(1)", /https/],
    ["not an address", /Not an http/],
    [`https://example.com/${"a".repeat(2048)}`, /2048/],
    ["http://example.com/", /https/],
  ])("%s is refused", (url, sentence) => {
    expect(refuseTarget(url)).toMatch(sentence);
  });

  it("passes when it is public, whatever its port", () => {
    expect(refuseTarget("https://example.com:8443/hook?a=1")).toBeNull();
    expect(refuseTarget("https://1.1.1.1/hook")).toBeNull();
  });
});

describe("a call", () => {
  beforeEach(() => allowPrivateTargets(true));

  it("follows no redirect", async () => {
    receiver.answer((_request, response) => response.writeHead(302, { location: receiver.url }).end());
    expect((await post(receiver.url)).statusCode).toBe(302);
    expect(receiver.received).toHaveLength(1);
  });

  it("sends the body byte by byte and asks for no compression", async () => {
    await post(`${receiver.url}?q=1`, { body: '{"é":"✓"}', headers: { "Content-Type": "application/json" } });
    expect(receiver.received[0]).toMatchObject({ method: "POST", url: "/hook?q=1", body: '{"é":"✓"}' });
    expect(receiver.received[0]?.headers).toMatchObject({ "accept-encoding": "identity", "content-length": "12" });
  });

  it.each([
    ["X-A\r\nX-B", "1"],
    ["X-A", "1\r\nX-B: 2"],
    ["X-A", "1\n2"],
    ["X-A", "nul\0"],
    ["X A", "1"],
    ["", "1"],
    ["Host", "internal"],
    ["Content-Length", "1"],
    ["Transfer-Encoding", "chunked"],
    ["connection", "upgrade"],
  ])("with the header %j: %j is refused before it leaves", async (name, value) => {
    expect((await failure(receiver.url, { headers: { [name]: value } })).kind).toBe("invalid_url");
    expect(receiver.received).toEqual([]);
  });

  it("has one deadline for everything, a dripping body included", async () => {
    receiver.answer((_request, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write("."), 20);
      response.on("close", () => clearInterval(drip));
    });
    const error = await failure(receiver.url, { timeoutMs: 200 });
    expect(error.kind).toBe("timeout");
    expect(error.durationMs).toBeGreaterThanOrEqual(190);
    expect(error.durationMs).toBeLessThan(1500);
  });

  it("cuts the body and reads no further", async () => {
    let written = 0;
    receiver.answer((_request, response) => {
      response.writeHead(200);
      const pour = setInterval(() => {
        written += 65_536;
        response.write(Buffer.alloc(65_536, "x"));
      }, 1);
      response.on("close", () => clearInterval(pour));
    });
    const answer = await post(receiver.url, { maxBytes: 1000 });
    expect(answer).toMatchObject({ statusCode: 200, truncated: true });
    expect(answer.body).toHaveLength(1000);
    expect(written).toBeLessThan(10_000_000);
  });

  it("is told of what comes, and ends with what refuses it", async () => {
    receiver.answer((_request, response) => void response.end(Buffer.alloc(3000, "x")));
    const came: number[] = [];
    await post(receiver.url, { room: { take: (bytes) => void came.push(bytes) } });
    expect(came.reduce((sum, bytes) => sum + bytes, 0)).toBe(3000);
    const full = new AppError("rate_limited");
    const take = () => {
      throw full;
    };
    await expect(post(receiver.url, { room: { take } })).rejects.toBe(full);
  });

  it("says what went wrong on the network, in a sentence without our insides", async () => {
    const gone = await startReceiver();
    await gone.close();
    expect(await failure(gone.url)).toMatchObject({ kind: "network", message: "The connection was refused." });
    receiver.answer((_request, response) => response.socket?.destroy());
    expect((await failure(receiver.url)).kind).toBe("network");
    receiver.answer((_request, response) => response.socket?.end("nonsense\r\n\r\n"));
    expect(await failure(receiver.url)).toMatchObject({ kind: "network", message: "The answer is not valid HTTP." });
    const encrypted = receiver.url.replace("http:", "https:");
    expect((await failure(encrypted)).message).toMatch(/^No TLS connection came about: .*https on this port/);
    expect((await failure("http://nobody.invalid/", { timeoutMs: 5000 })).kind).toMatch(/network|timeout/);
  });

  it("keeps the connection alive for its owner and does not share it", async () => {
    const ports: (number | undefined)[] = [];
    receiver.answer((_request, response) => {
      ports.push(response.socket?.remotePort);
      response.end();
    });
    for (const pool of [{ pool: "one" }, { pool: "one" }, { pool: "other" }, {}, {}]) {
      await post(receiver.url, pool);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(ports[1]).toBe(ports[0]);
    expect(new Set(ports).size).toBe(4);
  });
});
