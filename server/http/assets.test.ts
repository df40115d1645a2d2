import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { prepareAssets } from "../../scripts/assets.mjs";
import { answerAssets } from "./assets.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "parley-assets-"));
const script = "export const words = 'the same words again and again';\n".repeat(100);
const big = Buffer.alloc(8_000_000, "x");
const server = http.createServer();
let port = 0;

type Answer = { status: number; headers: http.IncomingHttpHeaders; body: Buffer };

/** As it is written: nothing resolves the path on the way. */
function ask(place: string, headers: Record<string, string> = {}, method = "GET"): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = http.request(
      { port, host: "127.0.0.1", path: place, method, headers, agent: false },
      (response) => {
        const parts: Buffer[] = [];
        response.on("data", (part: Buffer) => parts.push(part));
        response.once("end", () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
        );
      },
    );
    request.once("error", reject).end();
  });
}

beforeAll(async () => {
  fs.mkdirSync(path.join(folder, "static/chunks"), { recursive: true });
  fs.writeFileSync(path.join(folder, "static/chunks/one.js"), script);
  fs.writeFileSync(path.join(folder, "static/chunks/big.woff2"), big);
  fs.writeFileSync(path.join(folder, "secret.js"), "secret");
  fs.writeFileSync(path.join(folder, "static/chunks/first.js"), script);
  fs.writeFileSync(path.join(folder, "build-manifest.json"), '{"rootMainFiles":["static/chunks/first.js"]}');
  await prepareAssets(folder);
  fs.mkdirSync(path.join(folder, "before/chunks"), { recursive: true });
  fs.writeFileSync(path.join(folder, "before/chunks/former.js"), "former");
  fs.writeFileSync(path.join(folder, "before/chunks/one.js"), "never");
  const folders = ["static", "before", "never-built"].map((name) => path.join(folder, name));
  server.on("request", answerAssets(...folders));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as AddressInfo).port;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
  fs.rmSync(folder, { recursive: true });
});

it("sends each text as the browser can best take it, and says that it depends on that", async () => {
  const name = "/_next/static/chunks/one.js";
  const best = await ask(name, { "Accept-Encoding": "gzip, deflate, br, zstd" });
  expect(best).toMatchObject({ status: 200, headers: { "content-encoding": "br", vary: "Accept-Encoding" } });
  expect(best.headers["content-type"]).toMatch(/^text\/javascript/);
  expect(best.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  expect(brotliDecompressSync(best.body).toString()).toBe(script);
  expect(best.headers["content-length"]).toBe(String(best.body.length));
  const older = await ask(name, { "Accept-Encoding": "gzip, deflate" });
  expect(older.headers["content-encoding"]).toBe("gzip");
  expect(gunzipSync(older.body).toString()).toBe(script);
  const plain = await ask(name);
  expect(plain.headers["content-encoding"]).toBeUndefined();
  expect(plain.body.toString()).toBe(script);
  const head = await ask(name, { "Accept-Encoding": "br" }, "HEAD");
  expect(head).toMatchObject({ status: 200, headers: { "content-length": String(best.body.length) } });
  expect(head.body).toHaveLength(0);
});

it("has what the build before has left for pages that are open still, behind its own", async () => {
  const former = await ask("/_next/static/chunks/former.js");
  expect(former).toMatchObject({ status: 200, headers: { "cache-control": "public, max-age=31536000, immutable" } });
  expect(former.body.toString()).toBe("former");
  expect((await ask("/_next/static/chunks/one.js")).body.toString()).toBe(script);
});

it("tells browsers to compile beside the page what every page begins with, and nothing else", async () => {
  const first = await ask("/_next/static/chunks/first.js");
  expect(first.body.toString()).toBe(`//# allFunctionsCalledOnLoad\n${script}`);
  const tight = await ask("/_next/static/chunks/first.js", { "Accept-Encoding": "br" });
  expect(brotliDecompressSync(tight.body).equals(first.body)).toBe(true);
});

it("sends what is packed already as it is", async () => {
  const font = await ask("/_next/static/chunks/big.woff2", { "Accept-Encoding": "br" });
  expect(font).toMatchObject({ status: 200, headers: { "content-type": "font/woff2" } });
  expect(font.headers["content-encoding"]).toBeUndefined();
  expect(font.body.equals(big)).toBe(true);
});

it.each([
  "/_next/static/chunks/none.js",
  "/_next/static/chunks",
  "/_next/static/",
  "/_next/static/../secret.js",
  "/_next/static/%2e%2e/secret.js",
  "/_next/static/..%2fsecret.js",
  "/_next/static/chunks/..%5c..%5csecret.js",
  "/_next/static//etc/passwd",
  "/_next/static/%00",
  "/_next/static/%",
])("knows nothing at %s, and lets nobody keep that", async (place) => {
  const answer = await ask(place, { "Accept-Encoding": "br" });
  expect(answer).toMatchObject({ status: 404, headers: { "cache-control": "no-store" } });
  expect(answer.body.toString()).toBe("Not found");
});

it("takes no other method", async () => {
  expect(await ask("/_next/static/chunks/one.js", {}, "POST")).toMatchObject({ status: 404 });
});

it("closes the file when a browser goes away in the middle of it", async () => {
  const opened = () =>
    fs.readdirSync("/proc/self/fd").filter((fd) => {
      try {
        return fs.readlinkSync(`/proc/self/fd/${fd}`).endsWith("big.woff2");
      } catch {
        return false;
      }
    });
  await new Promise<void>((resolve, reject) => {
    const request = http.get({ port, host: "127.0.0.1", path: "/_next/static/chunks/big.woff2" }, (response) => {
      response.once("data", () => {
        expect(opened()).toHaveLength(1);
        request.destroy();
        resolve();
      });
      response.on("error", () => undefined);
    });
    request.once("error", reject);
  });
  await expect.poll(opened, { timeout: 10_000 }).toEqual([]);
});
