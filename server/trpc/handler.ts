import { isUtf8 } from "node:buffer";
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { noteAttempt } from "#server/base/attempts.ts";
import { AppError } from "#server/base/errors.ts";
import { log } from "#server/base/log.ts";
import { type Actor, personBehind } from "#server/core/actor.ts";
import { asAppError } from "#server/kit/rest/answer.ts";
import { take } from "#server/kit/rest/limits.ts";
import { type Room, withRoom } from "#server/kit/rest/room.ts";
import { saidBy } from "#server/kit/trpc/init.ts";
import { isFromOwnPage, isJson } from "#server/kit/trpc/same-origin.ts";
import { actorFromCookies, personHeader, requireSamePerson } from "#server/sessions/authentication.ts";
import { appRouter } from "./router.ts";

/** A screen asks for several things at once, but no one clicks twenty times a second for a minute. */
const requestsPerMinute = 1200;
const maxBodyBytes = 1024 * 1024;

function admit(actor: Actor | null, network: string): void {
  const allowance = actor
    ? take(`session:${actor.sessionId ?? actor.id}`, requestsPerMinute)
    : take(`address:${network}`);
  if (allowance.ok) return;
  throw new AppError("rate_limited", { extra: { retryAfter: allowance.retryAfter } });
}

/** The screens' door to the operations: /api/trpc. `network` is where the request comes from, as limits count it. */
export async function trpcHandler(request: Request, requestId: string, network: string): Promise<Response> {
  try {
    const actor = await actorFromCookies(request.headers.get("cookie") ?? "");
    admit(actor, network);
    requireSamePerson(actor, request.headers.get(personHeader));
    const checked = request.method === "POST" ? await checkedPost(request, network) : request;
    return await fetchRequestHandler({
      endpoint: "/api/trpc",
      req: checked,
      router: appRouter,
      maxBatchSize: 30,
      createContext: () => ({ actor, requestId }),
      responseMeta: () => ({ headers: { "X-Request-ID": requestId, "Cache-Control": "no-store" } }),
      onError: ({ error, path, type }) => {
        noteRefused(saidBy(error, type), { actor, path, requestId, network });
        if (error.code === "INTERNAL_SERVER_ERROR") log.error({ error, path, requestId }, "a call failed");
      },
    });
  } catch (error) {
    noteRefused(error, { actor: null, path: new URL(request.url).pathname, requestId, network });
    return refuse(error, requestId);
  }
}

type Refused = { actor: Actor | null; path: string | undefined; requestId: string; network: string };

/** Who asked for what they may not do, and what our own screens never send. What tokens ask for is in the log of requests. */
function noteRefused(error: unknown, { actor, ...where }: Refused): void {
  if (!(error instanceof AppError)) return;
  const who = actor ? { companyId: actor.companyId, userId: personBehind(actor).id } : {};
  if (error.code === "forbidden") log.warn({ ...who, ...where, ...error.extra }, "a call was forbidden");
  const sentence = attempts[error.code];
  if (!sentence) return;
  const fields = error.details?.map(({ field, code }) => `${field}: ${code}`);
  const key = `screens:${error.code}:${actor ? personBehind(actor).id : where.network}:${where.path}`;
  noteAttempt(key, { ...who, ...where, ...(fields ? { fields } : {}) }, sentence);
}

const attempts: Partial<Record<string, string>> = {
  rate_limited: "a limit of the screens was reached",
  validation_error: "an input of a screen was refused",
  payload_too_large: "a call was too large",
  unsupported_media_type: "a call was not of our own page",
};

/** A change: from our own page, as JSON, of at most 1 MB also when it is chunked and names no length. */
async function checkedPost(request: Request, network: string): Promise<Request> {
  if (!isFromOwnPage(request)) throw new AppError("forbidden", { message: "This request comes from another site." });
  if (!isJson(request)) throw new AppError("unsupported_media_type");
  if (Number(request.headers.get("content-length") ?? 0) > maxBodyBytes) throw new AppError("payload_too_large");
  // Whoever sends slowly is not asked yet who they are.
  const body = await withRoom("network", network, (room) => bytesOf(request, room));
  // Read leniently, signs would come in the place of what was meant.
  if (!isUtf8(body)) throw new AppError("invalid_json", { message: "The body is not valid UTF-8." });
  return new Request(request.url, { method: "POST", headers: request.headers, body });
}

async function bytesOf(request: Request, room: Room): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.byteLength;
      if (size > maxBodyBytes) throw new AppError("payload_too_large");
      room.take(chunk.byteLength);
      chunks.push(chunk);
    }
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    // Whoever sent it went away in the middle of it.
    throw new AppError("validation_error", { message: "The body did not arrive.", cause });
  }
  return Buffer.concat(chunks);
}

/** In the shape that the screens' client reads. */
function refuse(error: unknown, requestId: string): Response {
  const known = asAppError(error);
  if (known.status >= 500) log.error({ error, requestId }, "a call failed");
  const data = { error: known.code, httpStatus: known.status, details: known.details ?? null, requestId };
  const headers = new Headers({ "X-Request-ID": requestId, "Cache-Control": "no-store" });
  const wait = known.extra?.retryAfter;
  if (typeof wait === "number") headers.set("Retry-After", String(wait));
  return Response.json({ error: { message: known.message, code: -32600, data } }, { status: known.status, headers });
}
