import http from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { HeldScripts, paintFirst } from "./paint-first.ts";

const nonce = "q+1/w==";
const script = (name: string, more = ' async=""') =>
  `<script src="/_next/static/chunks/${name}.js"${more} nonce="${nonce}"></script>`;
const starts = `<script src="/_next/static/chunks/start.js" nonce="${nonce}" async=""></script>`;
const late = script("late");
const polyfill = script("old", ' noModule=""');
const foreign = '<script src="/_next/static/chunks/x.js" async="" nonce="other"></script>';
const head = `<!DOCTYPE html><html><head>${script("one")}${script("two")}${polyfill}${foreign}</head>`;
const flight = `<script nonce="${nonce}">self.__next_f.push([1,"<\\u002fscript>"])</script>`;
const body = `<body><p>Año &lt;script src= <s>new</s></p>${starts}${flight}${late}</body></html>`;

function rewritten(document: string, ...cuts: number[]): string {
  const held = new HeldScripts(nonce);
  const edges = [0, ...cuts, document.length];
  return edges.map((edge, at) => held.pass(document.slice(edge, edges[at + 1] ?? edge))).join("") + held.end();
}

const links = (document: string) => [...document.matchAll(/<link [^>]*data-held href="([^"]+)"[^>]*>/g)];
const starters = (document: string) => document.match(/link\[data-held\]/g)?.length ?? 0;

it("holds the scripts that the page starts with, once each, and begins them where the first of the body stood", () => {
  const document = rewritten(head + body);
  expect(links(document).map(([, address]) => address)).toEqual(
    ["one", "two", "start"].map((name) => `/_next/static/chunks/${name}.js`),
  );
  for (const [link] of links(document)) expect(link).toContain(`nonce="${nonce}"`);
  expect(starters(document)).toBe(1);
  expect(document.indexOf("link[data-held]")).toBeGreaterThan(document.indexOf("start.js"));
  expect(document.indexOf("link[data-held]")).toBeLessThan(document.indexOf("self.__next_f"));
  // What comes later, for older browsers or without this page's nonce stays as it is.
  for (const part of [late, polyfill, foreign, flight]) expect(document).toContain(part);
});

it("makes the same of a document however it is cut", () => {
  const whole = head + body;
  const expected = rewritten(whole);
  for (let cut = 0; cut <= whole.length; cut += 1) expect(rewritten(whole, cut)).toBe(expected);
  for (let cut = 0; cut + 7 < whole.length; cut += 1) expect(rewritten(whole, cut, cut + 7)).toBe(expected);
  expect(rewritten(whole, ...Array.from(whole, (_, at) => at))).toBe(expected);
});

it("starts at the end what no script of the body started, and leaves a document without scripts alone", () => {
  const without = `${head}<body><p>Gone</p></body></html>`;
  const document = rewritten(without);
  expect(links(document)).toHaveLength(2);
  expect(document).toMatch(/<\/html><script nonce="q\+1\/w==">.*<\/script>$/);
  expect(starters(document)).toBe(1);
  for (const plain of [
    "",
    "<p>Hello</p>",
    `<html><head>${polyfill}</head><body>${flight}</body></html>`,
    "a <",
    "<scr",
  ])
    expect(rewritten(plain)).toBe(plain);
  // What the connection cut off is passed on as far as it came.
  expect(rewritten('<p>1</p><script src="/_next/static/chu')).toBe('<p>1</p><script src="/_next/static/chu');
});

type Write = (response: http.ServerResponse) => void;

async function served(write: Write): Promise<{ text: string; length: string | undefined }> {
  const server = http.createServer((_, response) => {
    paintFirst(response, nonce);
    write(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/`, { redirect: "manual" });
  const text = await answer.text();
  server.close();
  return { text, length: answer.headers.get("content-length") ?? undefined };
}

it("rewrites documents that come in parts, byte by byte, and nothing else", async () => {
  const whole = head + body;
  const parts: Write = (response) => {
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    for (const byte of Buffer.from(whole)) response.write(Buffer.from([byte]));
    response.end();
  };
  expect((await served(parts)).text).toBe(rewritten(whole));
  const data: Write = (response) => {
    response.setHeader("Content-Type", "text/x-component");
    response.write(whole);
    response.end("!");
  };
  expect((await served(data)).text).toBe(`${whole}!`);
  const atOnce: Write = (response) => {
    response.writeHead(500, { "Content-Type": "text/html", "Content-Length": Buffer.byteLength(whole) }).end(whole);
  };
  expect(await served(atOnce)).toEqual({ text: whole, length: String(Buffer.byteLength(whole)) });
  const nothing: Write = (response) => response.writeHead(307, { Location: "/elsewhere" }).end();
  expect((await served((response) => nothing(response.setHeader("Content-Type", "text/html")))).text).toBe("");
});
