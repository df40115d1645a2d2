import type { ServerResponse } from "node:http";
import { promisify } from "node:util";
import { deflate, gzip } from "node:zlib";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Context } from "hono";
import { parseAccept } from "hono/utils/accept";
import { log } from "#server/base/log.ts";

/** An answer that is known whole. Names of its headers are in lower case. */
type Known = { status: number; headers: Record<string, string>; body: string };

/** What a request's context holds of its answer, where `holdAnswer` was called for it. */
export type Holding = { holds?: true; known?: Known };

type Held = Context<{ Variables: Holding; Bindings: { outgoing?: ServerResponse } }>;

/** Smaller ones are not worth the work. In bytes. */
const leastPacked = 1024;
const packers = { gzip: promisify(gzip), deflate: promisify(deflate) };

/** Stands for a held answer until it is written. */
const held = new Response(null);

/**
 * From here on answers of this request are held as they are, and `writeAnswer` puts them on the socket: the objects of
 * fetch cost more than the work of a small read.
 */
export function holdAnswer(c: Context): void {
  (c as Held).set("holds", true);
}

/** The answer of a handler that knows all of it. */
export function answerWith(c: Context, known: Known): Response {
  if (!(c as Held).get("holds")) return new Response(known.body, known);
  (c as Held).set("known", known);
  return held;
}

/** The answer's status, also of one that has been written. */
export function statusOf(c: Context): number {
  return (c as Held).get("known")?.status ?? c.res.status;
}

/** The name in lower case. */
export function setHeader(c: Context, name: string, value: string): void {
  const known = (c as Held).get("known");
  if (known) known.headers[name] = value;
  else c.res.headers.set(name, value);
}

/** The name in lower case. */
export function hasHeader(c: Context, name: string): boolean {
  const known = (c as Held).get("known");
  return known ? Object.hasOwn(known.headers, name) : c.res.headers.has(name);
}

/** The best of what the caller takes, by its own weights. */
function packingFor(accepted: string | undefined): keyof typeof packers | undefined {
  if (accepted === undefined) return undefined;
  const offers = parseAccept(accepted).map(({ type, q }) => ({ type: type.toLowerCase(), q }));
  const weight = (name: string) =>
    (offers.find(({ type }) => type === name) ?? offers.find(({ type }) => type === "*"))?.q ?? 0;
  const [gzipped, deflated] = [weight("gzip"), weight("deflate")];
  if (Math.max(gzipped, deflated) <= 0) return undefined;
  return gzipped >= deflated ? "gzip" : "deflate";
}

async function packedBy(packing: keyof typeof packers, body: string): Promise<Buffer | undefined> {
  try {
    return await packers[packing](body);
  } catch (error) {
    log.warn({ error, bytes: body.length }, "an answer was not packed, and is sent as it is");
    return undefined;
  }
}

/**
 * Writes a held answer to the socket, and says so; without a socket (a test, a page's server) it becomes a Response.
 */
export async function writeAnswer(c: Context): Promise<boolean> {
  const known = (c as Held).get("known");
  if (!known) return false;
  const { status, headers, body } = known;
  const outgoing = (c as Held).env?.outgoing;
  const length = Buffer.byteLength(body);
  // Setting it once more would lay one upon the other.
  c.res = undefined;
  if (!outgoing) {
    // The length lets compression skip small answers.
    c.res = new Response(body, { status, headers: { ...headers, "content-length": String(length) } });
    return false;
  }
  c.res = RESPONSE_ALREADY_SENT;
  const mayPack = length >= leastPacked && c.req.method !== "HEAD";
  const packing = mayPack ? packingFor(c.req.header("accept-encoding")) : undefined;
  const packed = packing && (await packedBy(packing, body));
  // The time for the request may have run out, and its refusal be written.
  if (outgoing.headersSent) return true;
  if (packed) headers["content-encoding"] = packing;
  headers["content-length"] = String(packed?.byteLength ?? length);
  outgoing.writeHead(status, headers);
  outgoing.end(packed ?? body);
  return true;
}
