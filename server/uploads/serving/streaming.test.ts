import { randomBytes } from "node:crypto";
import { once } from "node:events";
import http from "node:http";
import net, { type AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { getRequestListener } from "@hono/node-server";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { receive } from "#server/http/receiving.ts";
import { app } from "#server/rest/app.ts";
import { until } from "#server/testing/sockets.ts";
import { newKey, removeFile, saveFile } from "../storage.ts";
import { pieceBytes, readersOf } from "./streaming.ts";

/** Nobody is ended while it is counted who reads; a test that is about the end sets a shorter one. */
const longMs = 60_000;
let patienceMs = longMs;
const closings: Promise<unknown>[] = [];
const bytes = randomBytes(24 * 1024 * 1024);
const key = newKey("mp4");
const path = `/uploads/${key}`;
const answer = getRequestListener(app.fetch, { overrideGlobalObjects: false });
const server = http.createServer((request, response) => {
  receive(request, response, patienceMs);
  closings.push(once(response, "close"));
  void answer(request, response);
});

beforeAll(async () => {
  await saveFile(key, bytes);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await removeFile(key);
});

afterEach(() => {
  patienceMs = longMs;
});

const portOf = () => (server.address() as AddressInfo).port;
const from = () => ({ "X-Forwarded-For": "203.0.113.9" });
const fetched = (headers: Record<string, string> = {}, method = "GET") =>
  fetch(`http://127.0.0.1:${portOf()}${path}`, { method, headers: { ...from(), ...headers } });
const readers = () => readersOf("203.0.113.9") + readersOf("127.0.0.1");
const settled = async (wanted: number) => {
  for (let n = 0; n < 400 && readers() !== wanted; n += 1) await pause(50);
  return readers();
};

/** Asks and reads nothing of the answer. */
async function idle(headers = ""): Promise<net.Socket> {
  const socket = net.connect(portOf(), "127.0.0.1");
  socket.on("error", () => undefined);
  socket.pause();
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`);
  return socket;
}

describe("a large file [found S2]", () => {
  it("arrives as it is, whole and in parts, and a question for its head holds nothing", async () => {
    const whole = await fetched();
    expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true);
    expect([whole.status, whole.headers.get("content-length")]).toEqual([200, String(bytes.length)]);
    for (const [start, end] of [
      [0, pieceBytes - 1],
      [0, pieceBytes],
      [pieceBytes - 5, 3 * pieceBytes + 7],
      [bytes.length - pieceBytes - 1, bytes.length - 1],
    ] as const) {
      const part = await fetched({ range: `bytes=${start}-${end}` });
      expect([part.status, part.headers.get("content-range")]).toEqual([206, `bytes ${start}-${end}/${bytes.length}`]);
      expect(part.headers.get("content-length")).toBe(String(end - start + 1));
      expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(start, end + 1))).toBe(true);
    }
    const head = await fetched({}, "HEAD");
    expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([
      200,
      String(bytes.length),
      "",
    ]);
    expect(await settled(0)).toBe(0);
  });

  it("costs little memory for each who reads nothing of it", async () => {
    const before = process.memoryUsage.rss();
    const sockets = await Promise.all(Array.from({ length: 20 }, () => idle()));
    expect(await settled(20)).toBe(20);
    // Twenty whole files would be 480 MB.
    expect(process.memoryUsage.rss() - before).toBeLessThan(120 * 1024 * 1024);
    for (const socket of sockets) socket.destroy();
    expect(await settled(0)).toBe(0);
  });

  it("is given up for who reads nothing of it", async () => {
    patienceMs = 500;
    const before = closings.length;
    const sockets = await Promise.all(Array.from({ length: 3 }, () => idle()));
    await until(() => closings.length === before + 3, "three questions");
    await Promise.all(closings.slice(before));
    expect(await settled(0)).toBe(0);
    for (const socket of sockets) socket.destroy();
  });

  it("is read to its end by who is slow", async () => {
    patienceMs = 2000;
    const socket = await idle("Connection: close\r\n");
    let size = 0;
    let last = Date.now();
    for await (const chunk of socket) {
      size += (chunk as Buffer).length;
      if (Date.now() - last > 100 || size > 8 * pieceBytes) continue;
      await pause(80);
      last = Date.now();
    }
    expect(size).toBeGreaterThan(bytes.length);
  });

  it("is refused to a network that reads too many at once", async () => {
    const sockets = await Promise.all(Array.from({ length: 200 }, () => idle()));
    expect(await settled(200)).toBe(200);
    const refused = await fetch(`http://127.0.0.1:${portOf()}${path}`);
    expect([refused.status, await refused.json()]).toEqual([429, expect.objectContaining({ error: "rate_limited" })]);
    for (const socket of sockets) socket.destroy();
    expect(await settled(0)).toBe(0);
    expect((await fetch(`http://127.0.0.1:${portOf()}${path}`)).status).toBe(200);
  });
});
