import { createHmac, timingSafeEqual } from "node:crypto";
import { type Context, Hono } from "hono";
import { stringify } from "lossless-json";
import { env } from "#server/config/env.ts";
import { AppError, notFound } from "#server/core/errors.ts";
import { readBytes } from "#server/rest/body.ts";
import { type Platform, platforms } from "./credentials.ts";
import { type Addressee, addresseeById, addresseesOf, noteRejected, storePayloads } from "./inbound-storing.ts";
import { listIn, objectIn, parseLossless, textIn } from "./lossless.ts";

const maxPayloadBytes = 3 * 1024 * 1024;
const keptHeaders = ["content-type", "user-agent", "x-hub-signature-256", "x-forwarded-for"];

function platformOfPath(c: Context): Platform {
  const found = platforms.find((one) => one === c.req.param("platform"));
  if (!found) throw notFound("webhook");
  return found;
}

function equal(a: string, b: string): boolean {
  const left = createHmac("sha256", "compare").update(a).digest();
  return a !== "" && timingSafeEqual(left, createHmac("sha256", "compare").update(b).digest());
}

/** GET: the platform asks whether this address is meant to be called (hub.challenge). */
async function shake(c: Context): Promise<Response> {
  const platform = platformOfPath(c);
  const id = c.req.param("channelId");
  const own = id ? await addresseeById(platform, id) : undefined;
  const expected = own?.verifyToken || env.meta.verifyToken || "";
  const fits = c.req.query("hub.mode") === "subscribe" && equal(expected, c.req.query("hub.verify_token") ?? "");
  if (!fits) throw new AppError("forbidden", { message: "The verify token does not fit." });
  const challenge = (c.req.query("hub.challenge") ?? "").slice(0, 256);
  return new Response(challenge, { headers: { "content-type": "text/plain; charset=utf-8" } });
}

/** Over the very bytes that came, in constant time. */
function signedBy(secrets: readonly string[], bytes: Uint8Array, header: string): boolean {
  const given = /^sha256=([0-9a-f]{64})$/i.exec(header)?.[1];
  if (!given) return false;
  const signature = Buffer.from(given, "hex");
  return secrets
    .map((secret) => timingSafeEqual(createHmac("sha256", secret).update(bytes).digest(), signature))
    .includes(true);
}

type Part = { to: Addressee; entries: unknown[] };

/** Ids a payload's entry may be addressed to: numbers of its changes, else the entry's own id. */
function namesOf(entry: Record<string, unknown>): string[] {
  const numbers = listIn(entry.changes).flatMap((change) => {
    const id = textIn(objectIn(objectIn(objectIn(change).value).metadata).phone_number_id);
    return id ? [id] : [];
  });
  return numbers.length > 0 ? [...new Set(numbers)] : [textIn(entry.id)];
}

/** The changes of an entry that concern one number. */
function entryFor(entry: Record<string, unknown>, name: string): Record<string, unknown> {
  if (!Array.isArray(entry.changes)) return entry;
  const changes = entry.changes.filter((change) => {
    const id = textIn(objectIn(objectIn(objectIn(change).value).metadata).phone_number_id);
    return id === "" || id === name;
  });
  return { ...entry, changes };
}

/** One part for each channel: nobody's messages end in another company's journal. */
async function partsOf(platform: Platform, payload: Record<string, unknown>): Promise<Part[]> {
  const parts = new Map<string, Part>();
  for (const raw of listIn(payload.entry)) {
    const entry = objectIn(raw);
    for (const name of namesOf(entry)) {
      for (const to of name ? await addresseesOf(platform, name) : []) {
        const part = parts.get(to.channelId) ?? { to, entries: [] };
        part.entries.push(entryFor(entry, name));
        parts.set(to.channelId, part);
      }
    }
  }
  return [...parts.values()];
}

/** Enough to find whom it is for: those ids are texts. Ids beyond 2^53 stay whole where a payload is divided. */
function payloadOf(text: string): Record<string, unknown> {
  try {
    return objectIn(JSON.parse(text));
  } catch (cause) {
    throw new AppError("invalid_json", { cause });
  }
}

async function dividedExactly(platform: Platform, text: string, good: readonly Part[]): Promise<Part[]> {
  const ids = new Set(good.map(({ to }) => to.channelId));
  const parts = await partsOf(platform, objectIn(parseLossless(text)));
  return parts.filter(({ to }) => ids.has(to.channelId));
}

/**
 * POST: verify, store, answer. Nothing is interpreted here. A payload for nobody we know is answered with 200 too when
 * it is signed: the platform would only send it again for days.
 */
async function receive(c: Context): Promise<Response> {
  const platform = platformOfPath(c);
  const bytes = await readBytes(c, maxPayloadBytes);
  const header = c.req.header("x-hub-signature-256") ?? "";
  const unsigned = new AppError("unauthorized", { message: "The signature does not fit." });
  if (header === "") throw unsigned;
  const text = Buffer.from(bytes).toString("utf8");
  const payload = payloadOf(text);
  const id = c.req.param("channelId");
  const all = await partsOf(platform, payload);
  const parts = id ? all.filter(({ to }) => to.channelId === id) : all;
  const headers = Object.fromEntries(
    keptHeaders.flatMap((name) => (c.req.header(name) ? [[name, c.req.header(name) ?? ""]] : [])),
  );
  const arrived = { platform, body: text, headers };
  const appSecret = env.meta.appSecret ? [env.meta.appSecret] : [];
  const good = parts.filter(({ to }) => signedBy(to.secrets, bytes, header));
  if (good.length === 0) {
    if (parts.length === 0 && signedBy(appSecret, bytes, header)) return c.json({ received: true });
    const [first] = parts;
    if (first) await noteRejected(arrived, first.to);
    throw unsigned;
  }
  const whole = all.length === 1;
  const exact = whole ? good : await dividedExactly(platform, text, good);
  await storePayloads(
    arrived,
    exact.map(({ to, entries }) => ({ to, body: whole ? text : (stringify({ ...payload, entry: entries }) ?? "") })),
  );
  return c.json({ received: true });
}

function createHooksApp() {
  const app = new Hono();
  app.get("/:platform", shake);
  app.get("/:platform/:channelId", shake);
  app.post("/:platform", receive);
  app.post("/:platform/:channelId", receive);
  return app;
}

/** /hooks/whatsapp, /hooks/messenger, /hooks/instagram; with a channel id behind it for an app of the channel's own. */
export const hooksApp = createHooksApp();
