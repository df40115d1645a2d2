import { Hono, type Next } from "hono";
import type { z } from "zod";
import { AppError } from "#server/base/errors.ts";
import { type Actor, systemActor } from "#server/core/actor.ts";
import { networkOfCaller } from "#server/core/caller.ts";
import { assertCleanInput } from "#server/core/input.ts";
import type { Operation } from "#server/core/operation.ts";
import { rateAsVisitor } from "#server/csat/rating.ts";
import { readBytes } from "#server/kit/rest/body.ts";
import { type Room, withRoom } from "#server/kit/rest/room.ts";
import { acknowledge } from "#server/messages/acknowledging.ts";
import { checkRoom, countedSize, visitorBudget } from "#server/uploads/budget.ts";
import { maxImageBytes } from "#server/uploads/imaging.ts";
import { storeOutgoing } from "#server/uploads/outgoing.ts";
import { storeImage } from "#server/uploads/storing.ts";
import { readConfig } from "./configuring.ts";
import { listForVisitor, sendAsVisitor } from "./conversing.ts";
import { leave } from "./leaving.ts";
import { giveBack, type LimitName, take } from "./limits.ts";
import { reactAsVisitor } from "./reacting.ts";
import { admit, bodyOf, frame, type Request, sessionVisitor, tokenOf, type Variables, visitorOf } from "./requests.ts";
import { readSubject, startSession } from "./sessions.ts";
import { startConversation } from "./starting.ts";
import { askTranscript, readTranscriptAddress } from "./transcribing.ts";
import { typeAsVisitor } from "./typing.ts";
import { visitUrl } from "./visiting.ts";

/** Takes from a limit; the seconds to wait go into Retry-After. A try that fails by our own fault counts for nothing. */
function limit(c: Request, name: LimitName, key: string, amount = 1): void {
  try {
    take(name, key, amount);
    c.set("taken", [...(c.get("taken") ?? []), { name, key, amount }]);
  } catch (error) {
    if (error instanceof AppError && typeof error.extra?.retryAfter === "number")
      c.set("retryAfter", error.extra.retryAfter);
    throw error;
  }
}

/** After the answer is known. */
async function refund(c: Request, next: Next): Promise<void> {
  await next();
  if (c.res.status >= 500) for (const { name, key, amount } of c.get("taken") ?? []) giveBack(name, key, amount);
}

const sessionKey = (actor: Actor) => actor.visitor?.sessionId ?? actor.id;

/** Parses what cannot be known from types, then runs the operation; its own schema decides. */
async function run<I extends z.ZodType, O extends z.ZodType>(operation: Operation<I, O>, actor: Actor, input: unknown) {
  assertCleanInput(input);
  return operation.execute(actor, input as z.input<I>);
}

const languageOf = (c: Request) => ({ acceptLanguage: (c.req.header("accept-language") ?? "").slice(0, 1024) });

async function config(c: Request): Promise<Response> {
  const channel = c.get("channel");
  c.header("Cache-Control", "no-cache");
  c.header("Vary", "Accept-Language", { append: true });
  return c.json(await run(readConfig, systemActor(channel.companyId), { channelId: channel.id, ...languageOf(c) }));
}

/**
 * Pages whose own scripts add headers to all that is fetched (tracing, a token against forgery) have them asked about
 * before the configuration: nothing heeds them, and without this such a page has no chat.
 */
function allowHeaders(c: Request): Response {
  c.header("Vary", "Access-Control-Request-Headers", { append: true });
  c.header("Access-Control-Allow-Methods", "GET");
  c.header("Access-Control-Allow-Headers", c.req.header("access-control-request-headers") ?? "");
  c.header("Access-Control-Max-Age", "600");
  return c.body(null, 204);
}

async function session(c: Request): Promise<Response> {
  const channel = c.get("channel");
  const { identity, page } = await bodyOf(c);
  const earlier = await sessionVisitor(c);
  const actor = systemActor(channel.companyId);
  const named = identity ? (await run(readSubject, actor, { channelId: channel.id, identity })).visitorId : undefined;
  // What goes on makes no new session, and what is refused none. The people of one office count each alone.
  if (named === undefined ? !earlier : named !== null && named !== earlier?.visitor?.visitorId)
    limit(c, "sessions", named ? `${channel.id}:${named}` : networkOfCaller(c));
  const { sessionId: _id, ...answer } = await run(startSession, actor, {
    channelId: channel.id,
    identity,
    page,
    userAgent: (c.req.header("user-agent") ?? "").slice(0, 1024),
    ...(earlier?.visitor ? { sessionId: earlier.visitor.sessionId } : {}),
  });
  return c.json({ ...answer, token: answer.token || tokenOf(c) });
}

async function endSession(c: Request): Promise<Response> {
  await run(leave, await visitorOf(c), {});
  return c.body(null, 204);
}

async function conversations(c: Request): Promise<Response> {
  const actor = await visitorOf(c);
  const body = await bodyOf(c);
  limit(c, "messages", sessionKey(actor));
  limit(c, "conversations", networkOfCaller(c));
  return c.json(await run(startConversation, actor, { ...body, ...languageOf(c) }), 201);
}

async function listMessages(c: Request): Promise<Response> {
  const actor = await visitorOf(c);
  return c.json(await run(listForVisitor, actor, { ...c.req.query(), conversationId: c.req.param("conversationId") }));
}

async function send(c: Request): Promise<Response> {
  const actor = await visitorOf(c);
  const message = await bodyOf(c);
  limit(c, "messages", sessionKey(actor));
  const conversationId = c.req.param("conversationId");
  return c.json(await run(sendAsVisitor, actor, { conversationId, message }), 202);
}

/** How satisfied the visitor was. */
async function survey(c: Request): Promise<Response> {
  const actor = await visitorOf(c);
  const body = await bodyOf(c);
  limit(c, "messages", sessionKey(actor));
  return c.json(await run(rateAsVisitor, actor, { ...body, conversationId: c.req.param("conversationId") }));
}

async function transcriptAddress(c: Request): Promise<Response> {
  const actor = await visitorOf(c);
  return c.json(await run(readTranscriptAddress, actor, { conversationId: c.req.param("conversationId") }));
}

async function transcript(c: Request): Promise<Response> {
  const actor = await visitorOf(c);
  const { email } = await bodyOf(c);
  limit(c, "transcripts", networkOfCaller(c));
  return c.json(await run(askTranscript, actor, { conversationId: c.req.param("conversationId"), email }), 202);
}

/** Small, frequent signals of a widget; the answer does not wait for them. */
function signal<I extends z.ZodType, O extends z.ZodType>(operation: Operation<I, O>) {
  return async (c: Request): Promise<Response> => {
    const actor = await visitorOf(c);
    const body = await bodyOf(c);
    limit(c, "signals", sessionKey(actor));
    return c.json(await run(operation, actor, body));
  };
}

/** One emoji of the visitor on a message; without one it goes away. */
async function react(c: Request): Promise<Response> {
  const actor = await visitorOf(c);
  const { emoji } = await bodyOf(c);
  limit(c, "signals", sessionKey(actor));
  const { conversationId, messageId } = c.req.param();
  return c.json(await run(reactAsVisitor, actor, { conversationId, messageId, emoji }));
}

/** Raw bytes: with `name` any file for a message, else an image. */
async function upload(c: Request): Promise<Response> {
  const actor = await visitorOf(c);
  limit(c, "uploads", sessionKey(actor));
  return withRoom("network", networkOfCaller(c), (room) => uploadIn(c, actor, room));
}

async function uploadIn(c: Request, actor: Actor, room: Room): Promise<Response> {
  const fileName = c.req.query("name");
  assertCleanInput(fileName, "name");
  const most = fileName === undefined ? maxImageBytes : visitorBudget;
  const bytes = await readBytes(c, most, room);
  await run(checkRoom, actor, { size: bytes.byteLength });
  limit(c, "uploadBytes", networkOfCaller(c), countedSize(bytes.byteLength));
  if (fileName === undefined) return c.json(await storeImage(actor, bytes), 201);
  const { id, url, type, size } = await storeOutgoing(actor, {
    bytes,
    fileName: fileName.slice(0, 255),
    most,
    voice: c.req.query("voice") === "true",
  });
  return c.json({ id, url, contentType: type, size }, 201);
}

async function read(c: Request): Promise<Response> {
  const actor = await visitorOf(c);
  const body = await bodyOf(c);
  limit(c, "signals", sessionKey(actor));
  return c.json(await run(acknowledge, actor, { status: "read", ...body }));
}

function createVisitorApp() {
  const app = new Hono<{ Variables: Variables }>();
  app.use(frame);
  app.options("/:channelId/config", allowHeaders);
  app.use("/:channelId/*", refund, admit);
  app.get("/:channelId/config", config);
  app.post("/:channelId/session", session);
  app.delete("/:channelId/session", endSession);
  app.post("/:channelId/conversations", conversations);
  app.get("/:channelId/conversations/:conversationId/messages", listMessages);
  app.post("/:channelId/conversations/:conversationId/messages", send);
  app.put("/:channelId/conversations/:conversationId/messages/:messageId/reaction", react);
  app.post("/:channelId/conversations/:conversationId/survey", survey);
  app.get("/:channelId/conversations/:conversationId/transcript", transcriptAddress);
  app.post("/:channelId/conversations/:conversationId/transcript", transcript);
  app.post("/:channelId/typing", signal(typeAsVisitor));
  app.post("/:channelId/read", read);
  app.post("/:channelId/url-visit", signal(visitUrl));
  app.post("/:channelId/uploads", upload);
  return app;
}

/** The visitor's side (decisions.md M): under /widget/v1, without an API token. */
export const visitorApp = createVisitorApp();
