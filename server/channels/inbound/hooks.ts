import { createHmac, timingSafeEqual } from "node:crypto";
import { type Context, Hono } from "hono";
import { stringify } from "lossless-json";
import { AppError, notFound } from "#server/base/errors.ts";
import { env } from "#server/config/env.ts";
import { networkOfCaller } from "#server/core/caller.ts";
import { errorBody } from "#server/kit/rest/answer.ts";
import { answerWith, holdAnswer, writeAnswer } from "#server/kit/rest/known.ts";
import { requestIdOf } from "#server/kit/rest/request-id.ts";
import { type Platform, platforms } from "../connection/credentials.ts";
import {
  type Addressee,
  addresseeById,
  addresseesOf,
  entriesFor,
  isAllFor,
  isKnownChannel,
  namesIn,
  recentAddresseeById,
} from "./addressing.ts";
import { isGone, withBody } from "./bodies.ts";
import { noteFailure, refuseAfterFailures } from "./failures.ts";
import { objectIn, parseLossless } from "./lossless.ts";
import { type Arrived, noteRejected, storePayloads, storeUnclaimed } from "./storing.ts";

/** Ids looked up before the signature is known to be good. */
const mostUnsigned = 50;
const received = JSON.stringify({ received: true });
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
  if (!fits) throw new AppError("forbidden", { message: "The verify token does not match." });
  const challenge = (c.req.query("hub.challenge") ?? "").slice(0, 256);
  return new Response(challenge, { headers: { "content-type": "text/plain; charset=utf-8" } });
}

type Delivery = Arrived & { bytes: Buffer; signature: Buffer | undefined };

/** Over the very bytes that came, in constant time. */
function isSignedBy({ bytes, signature }: Delivery, secrets: readonly string[]): boolean {
  if (!signature) return false;
  return secrets
    .map((secret) => timingSafeEqual(createHmac("sha256", secret).update(bytes).digest(), signature))
    .includes(true);
}

function deliveryOf(c: Context, platform: Platform, bytes: Buffer): Delivery {
  const given = /^sha256=([0-9a-f]{64})$/i.exec(c.req.header("x-hub-signature-256") ?? "")?.[1];
  const headers = Object.fromEntries(
    keptHeaders.flatMap((name) => (c.req.header(name) ? [[name, c.req.header(name) ?? ""]] : [])),
  );
  const signature = given ? Buffer.from(given, "hex") : undefined;
  return { platform, bytes, signature, headers, body: bytes.toString("utf8") };
}

/**
 * Reads just enough to find the recipient: those ids are texts. Ids beyond 2^53 stay exact where a payload is split.
 */
function payloadOf(text: string): Record<string, unknown> {
  try {
    return objectIn(JSON.parse(text));
  } catch (cause) {
    throw new AppError("invalid_json", { cause });
  }
}

const unsigned = () => new AppError("unauthorized", { message: "The signature does not match." });

type Call = { channelId: string | undefined; caller: string; isGone: () => boolean };

/** The channel of this address, if there is one. Guessing ids gets slowed down. */
async function ownAddressee(platform: Platform, { channelId, caller }: Call): Promise<Addressee | undefined> {
  if (!channelId) return undefined;
  const guess = `${caller} guess`;
  if (!isKnownChannel(channelId)) refuseAfterFailures(guess);
  const own = await recentAddresseeById(platform, channelId);
  if (!own) noteFailure(guess);
  return own;
}

/**
 * Whose app has signed this: the installation's, that of the channel of this address, or that of a channel the payload
 * names. Nothing is parsed before the first two are tried; the third costs one query, however much the payload names.
 */
async function signerOf(delivery: Delivery, call: Call): Promise<Addressee | "app"> {
  if (env.meta.appSecret && isSignedBy(delivery, [env.meta.appSecret])) return "app";
  const { platform } = delivery;
  const failures = `${call.caller} ${call.channelId ?? ""}`;
  refuseAfterFailures(failures);
  const own = await ownAddressee(platform, call);
  if (own && isSignedBy(delivery, own.secrets)) return own;
  const names = own ? [] : namesIn(platform, payloadOf(delivery.body)).slice(0, mostUnsigned);
  const asks = delivery.signature !== undefined && names.length > 0 && !call.isGone();
  const named = asks ? await addresseesOf(platform, names) : [];
  const signer = named.find(({ secrets }) => isSignedBy(delivery, secrets));
  if (signer) return signer;
  noteFailure(failures);
  const [wronged = own] = named;
  if (wronged && !call.isGone()) await noteRejected(delivery, wronged);
  throw unsigned();
}

/** The company whose own app has signed a payload; undefined where it was the installation's. */
function companyOf(delivery: Delivery, signer: Addressee | "app"): string | undefined {
  return signer !== "app" && signer.own !== "" && isSignedBy(delivery, [signer.own]) ? signer.companyId : undefined;
}

/** Each channel whose proven ids the payload names, and whose app has signed it, gets what is its own. */
async function keep(delivery: Delivery, signer: Addressee | "app"): Promise<void> {
  const { platform, body } = delivery;
  const payload = payloadOf(body);
  const names = namesIn(platform, payload);
  // An id is proven for one channel only, so no other can be meant.
  const alone = signer !== "app" && signer.proven && names.length > 0;
  if (alone && names.every((name) => name === `own:${signer.externalId}`)) {
    await storePayloads(delivery, [{ to: signer, body }]);
    return;
  }
  const addressees = names.length > 0 ? await addresseesOf(platform, names) : [];
  const good = addressees.filter(({ secrets }) => isSignedBy(delivery, secrets));
  const [only] = good;
  if (!only) return storeUnclaimed(delivery, names, companyOf(delivery, signer));
  if (good.length === 1 && isAllFor(only, names)) {
    await storePayloads(delivery, [{ to: only, body }]);
    return;
  }
  const exact = objectIn(parseLossless(body));
  const parts = good.map((to) => {
    return { to, body: stringify({ ...exact, entry: entriesFor(platform, exact, to) }) ?? "" };
  });
  await storePayloads(delivery, parts);
}

/**
 * POST: verifies, stores and answers; interprets nothing. Signed payloads for an unknown account get 200 too, because
 * the platform would repeat them for days.
 */
async function receive(c: Context): Promise<Response> {
  const platform = platformOfPath(c);
  const call = { channelId: c.req.param("channelId"), caller: networkOfCaller(c), isGone: () => isGone(c) };
  if (!c.req.header("x-hub-signature-256")) throw unsigned();
  return withBody(c, call.caller, async (bytes) => {
    // The client is gone and the platform will send it again.
    if (call.isGone()) throw unsigned();
    const delivery = deliveryOf(c, platform, bytes);
    await keep(delivery, await signerOf(delivery, call));
    return answerWith(c, { status: 200, headers: { "content-type": "application/json" }, body: received });
  });
}

/** Too much at once, or too many failures: when to come again. */
function refuse(error: unknown, c: Context): Response {
  const requestId = requestIdOf(c.req.header("x-request-id"));
  const waits = error instanceof AppError && (error.code === "unavailable" || error.code === "rate_limited");
  if (!waits) {
    const { status, body } = errorBody(error, requestId);
    return Response.json(body, { status });
  }
  const { code, message, status } = error;
  const retryAfter = code === "unavailable" ? "2" : "60";
  return Response.json({ error: code, message, status, requestId }, { status, headers: { "retry-after": retryAfter } });
}

function createHooksApp() {
  const app = new Hono();
  app.use("*", async (c, next) => {
    holdAnswer(c);
    await next();
    await writeAnswer(c);
  });
  app.get("/:platform", shake);
  app.get("/:platform/:channelId", shake);
  app.post("/:platform", receive);
  app.post("/:platform/:channelId", receive);
  app.onError(refuse);
  return app;
}

/** /hooks/whatsapp, /hooks/messenger, /hooks/instagram; with a channel id behind it for an app of the channel's own. */
export const hooksApp = createHooksApp();
