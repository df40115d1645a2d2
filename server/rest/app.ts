import { type Context, Hono, type Next } from "hono";
import { compress } from "hono/compress";
import { matchedRoutes } from "hono/route";
import { AppError } from "#server/base/errors.ts";
import { log } from "#server/base/log.ts";
import { noteRequest } from "#server/base/measures.ts";
import { isTracing, spanned } from "#server/base/tracing.ts";
import { hooksApp } from "#server/channels/inbound/hooks.ts";
import { simulatorApp } from "#server/channels/simulator/http.ts";
import { setupApp } from "#server/companies/http.ts";
import { env } from "#server/config/env.ts";
import { pagesBuild } from "#server/config/pages-build.ts";
import { networkOfCaller } from "#server/core/caller.ts";
import { feedStream } from "#server/feed/streaming.ts";
import { metricsApp } from "#server/health/metrics/http.ts";
import { readiness } from "#server/health/readiness.ts";
import { sheetsApp } from "#server/integrations/sheets/http.ts";
import { errorBody } from "#server/kit/rest/answer.ts";
import { answerWith, hasHeader, holdAnswer, setHeader, statusOf, writeAnswer } from "#server/kit/rest/known.ts";
import { type Allowance, secondsOfMinute, take } from "#server/kit/rest/limits.ts";
import { mountRoutes, type Variables } from "#server/kit/rest/mount.ts";
import { requestIdOf } from "#server/kit/rest/request-id.ts";
import { elsewhereApp } from "#server/notifications/http.ts";
import { recordRequest } from "#server/requests/recording.ts";
import { authApp } from "#server/sessions/http.ts";
import { actorFromToken } from "#server/tokens/authentication.ts";
import { trpcHandler } from "#server/trpc/handler.ts";
import { uploadsApp } from "#server/uploads/http.ts";
import { accountsApp } from "#server/users/http.ts";
import { visitorApp } from "#server/visitors/http.ts";
import { docsApp } from "./docs.ts";
import { mcpApp } from "./mcp/app.ts";
import { routes } from "./routes.ts";

type Request = Context<{ Variables: Variables; Bindings: { incoming?: { socket?: { remoteAddress?: string } } } }>;

const open: ReadonlySet<string> = new Set(["/v1/openapi.json"]);
const needsToken = (path: string) => (path.startsWith("/v1/") && !open.has(path)) || path === "/mcp";
/** For an address without an endpoint. */
const longestPath = 200;
/** Seconds after which another try is worth it. */
const soon = "2";
const exposed =
  "X-Request-ID, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, Idempotency-Replayed, ETag, Deprecation, Sunset, Link";

function bearer(header: string | undefined): string {
  if (header === undefined || header.trim() === "") {
    throw new AppError("unauthorized", { message: "Send your API token in the header Authorization: Bearer <token>." });
  }
  const token = /^Bearer +([^\s]+) *$/i.exec(header)?.[1];
  if (!token)
    throw new AppError("unauthorized", { message: "The Authorization header is malformed: use Bearer <token>." });
  return token;
}

type Admission = { allowance: Allowance; failure?: unknown };

function counted(allowance: Allowance): Admission {
  return allowance.ok ? { allowance } : { allowance, failure: new AppError("rate_limited") };
}

/** Who calls and how many calls they have left; errors keep the allowance of the caller's address. */
async function admit(c: Request): Promise<Admission> {
  const asksFirst = c.req.method === "OPTIONS" && c.req.path.startsWith("/v1/");
  if (!needsToken(c.req.path) || asksFirst) {
    return counted(take(`address:${networkOfCaller(c)}`));
  }
  try {
    const actor = await actorFromToken(bearer(c.req.header("authorization")));
    if (!actor) throw new AppError("unauthorized", { message: "The API token is unknown or revoked." });
    c.set("actor", actor);
    return counted(take(`token:${actor.id}`));
  } catch (failure) {
    const allowance = take(`address:${networkOfCaller(c)}`);
    // Guessing tokens is limited too; a fault of ours is reported as ours.
    const refused = failure instanceof AppError && failure.code === "unauthorized";
    if (refused && !allowance.ok) return counted(allowance);
    if (refused && c.req.header("authorization"))
      log.info({ network: networkOfCaller(c), requestId: c.get("requestId") }, "a token was refused");
    return { allowance, failure };
  }
}

/** What every answer of /v1 says; its names in lower case. */
const ofApi = Object.entries({
  "access-control-allow-origin": "*",
  "access-control-expose-headers": exposed,
  "x-content-type-options": "nosniff",
  vary: "Accept-Encoding",
});

function decorate(c: Request, allowance: Allowance): void {
  const status = statusOf(c);
  setHeader(c, "x-request-id", c.get("requestId"));
  setHeader(c, "x-ratelimit-limit", String(allowance.limit));
  setHeader(c, "x-ratelimit-remaining", String(allowance.remaining));
  setHeader(c, "x-ratelimit-reset", String(allowance.resetSeconds));
  if (status === 429 && !hasHeader(c, "retry-after")) setHeader(c, "retry-after", String(allowance.retryAfter));
  if (status === 503 && !hasHeader(c, "retry-after")) setHeader(c, "retry-after", soon);
  if (!c.req.path.startsWith("/v1/")) return;
  for (const [name, value] of ofApi) setHeader(c, name, value);
  if (!hasHeader(c, "cache-control")) setHeader(c, "cache-control", "no-store");
}

function refuse(c: Request, error: unknown): Response {
  const { status, body, code, headers: said } = errorBody(error, c.get("requestId"));
  c.set("errorCode", code);
  const { allow, ...shown } = body;
  const headers: Record<string, string> = { "content-type": "application/json", ...said };
  if (code === "unauthorized") headers["www-authenticate"] = "Bearer";
  if (Array.isArray(allow)) headers.allow = allow.join(", ");
  return answerWith(c, { status, headers, body: JSON.stringify(shown) });
}

function preflight(): Response {
  return new Response(null, {
    status: 204,
    headers: {
      "Access-Control-Allow-Methods": "GET, POST, PUT, PATCH, DELETE",
      "Access-Control-Allow-Headers":
        "Authorization, Content-Type, Idempotency-Key, If-Match, Last-Event-ID, X-Request-ID",
      "Access-Control-Max-Age": "86400",
    },
  });
}

/** An address that may hold anything, as text that can be kept. */
function storable(path: string): string {
  return path
    .slice(0, longestPath)
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, " ");
}

/** What a known token asked for goes into the request log, written later and by others. */
function record(c: Request, begun: number): void {
  const actor = c.get("actor");
  if (actor === undefined) return;
  recordRequest({
    companyId: actor.companyId,
    tokenId: actor.id,
    requestId: c.get("requestId"),
    method: c.req.method,
    path: c.get("template") ?? storable(c.req.path),
    status: c.get("outcome") ?? statusOf(c),
    error: c.get("errorCode") ?? "",
    durationMs: Math.round(performance.now() - begun),
  });
}

async function frame(c: Request, next: Next): Promise<void> {
  const begun = performance.now();
  holdAnswer(c);
  c.set("requestId", requestIdOf(c.req.header("x-request-id")));
  const { allowance, failure } = await admit(c);
  if (c.req.method === "OPTIONS" && c.req.path.startsWith("/v1/")) c.res = preflight();
  else if (failure !== undefined) c.res = refuse(c, failure);
  else await next();
  decorate(c, allowance);
  if (!(await writeAnswer(c)) && isPacked(c.req.path)) await pack(c);
  record(c, begun);
}

const packing = compress({ threshold: 1024 });
const isPacked = (path: string) => path.startsWith("/v1/") || path === "/mcp";

/**
 * What was not held is packed here, streams too. Packing weakens ETags, but ours name the version of a record and not
 * the bytes that were sent (decisions.md H7).
 */
async function pack(c: Context): Promise<void> {
  await packing(c, async () => undefined);
  const etag = c.res.headers.get("etag");
  if (etag?.startsWith("W/")) c.res.headers.set("ETag", etag.slice(2));
}

/** A page that another build drew learns so that what it has not fetched yet may be gone. */
async function nameBuild(c: Request, next: Next): Promise<void> {
  await next();
  if (pagesBuild !== "") c.res.headers.set("X-Parley-Build", pagesBuild);
}

/** A screen's first questions are answered with a hundred KiB and more: packed, an eighth of that. */
async function answerScreens(c: Context): Promise<Response> {
  const answer = await trpcHandler(c.req.raw, requestIdOf(c.req.header("x-request-id")), networkOfCaller(c));
  const bytes = await answer.arrayBuffer();
  const headers = new Headers(answer.headers);
  headers.set("Content-Length", String(bytes.byteLength));
  c.res = new Response(bytes, { status: answer.status, headers });
  await packing(c, async () => undefined);
  return c.res;
}

/** Of an address that leads nowhere no pattern is known, and its text is anybody's. */
function patternOf(c: Request): string {
  const template = c.get("template");
  if (template !== undefined) return template.startsWith("/mcp ") ? "/mcp" : template;
  const served = matchedRoutes(c).filter(({ path, method }) => method !== "ALL" || !/^\/?\*$|^\/v1\/\*$/.test(path));
  return served.at(-1)?.path ?? "none";
}

async function measure(c: Request, next: Next): Promise<void> {
  const begun = performance.now();
  if (isTracing()) await trace(c, next);
  else await next();
  const status = statusOf(c);
  // Every 503, on any path, says that another try is worth it soon; one that is written has said it.
  if (c.res.status === 503 && !c.res.headers.has("Retry-After")) c.res.headers.set("Retry-After", soon);
  // Limits that do not say otherwise are of a minute.
  if (c.res.status === 429 && !c.res.headers.has("Retry-After"))
    c.res.headers.set("Retry-After", String(secondsOfMinute()));
  noteRequest(c.req.method, patternOf(c), status, begun);
}

/** A request as a span of the caller's trace, or the first of one. */
async function trace(c: Request, next: Next): Promise<void> {
  const { method } = c.req;
  const parent = c.req.header("traceparent");
  await spanned(
    { name: method, kind: "SERVER", parent, attributes: { "http.request.method": method } },
    async (span) => {
      await next();
      const [route, status] = [patternOf(c), statusOf(c)];
      span?.updateName(`${method} ${route}`);
      span?.setAttributes({ "http.route": route, "http.response.status_code": status });
      if (status >= 500) span?.setStatus({ code: 2 });
    },
  );
}

function createApp() {
  const app = new Hono<{ Variables: Variables; Bindings: { incoming?: { socket?: { remoteAddress?: string } } } }>();
  app.use("*", measure);
  app.use("/v1/*", frame);
  app.use("/mcp", frame);
  app.use("/health/*", frame);
  app.use("/metrics", frame);
  app.get("/health", () => Response.json({ status: "ok" }));
  app.get("/health/ready", async () => Response.json(await readiness(), { headers: { "cache-control": "no-store" } }));
  app.all("/health", () => {
    throw new AppError("method_not_allowed", { extra: { allow: ["GET"] } });
  });
  app.route("/metrics", metricsApp);
  app.route("/", docsApp);
  app.route("/", feedStream);
  app.route("/", mountRoutes(routes));
  app.route("/mcp", mcpApp);
  for (const screens of ["/api/trpc/*", "/widget/v1/*"]) app.use(screens, nameBuild);
  app.all("/api/trpc/*", answerScreens);
  app.route("/api/auth/elsewhere", elsewhereApp);
  app.route("/api/auth", authApp);
  app.route("/api/setup", setupApp);
  app.route("/api/accounts", accountsApp);
  app.route("/widget/v1", visitorApp);
  app.route("/uploads", uploadsApp);
  app.route("/sheets", sheetsApp);
  app.route("/hooks", hooksApp);
  if (env.simulator) app.route("/simulator/graph", simulatorApp);
  app.onError((error, c) => refuse(c as unknown as Request, error));
  app.notFound((c) =>
    refuse(c as unknown as Request, new AppError("not_found", { message: "There is no such endpoint." })),
  );
  return app;
}

/** The whole HTTP surface besides the pages: /v1, /mcp, /health, /docs, /api/trpc, /widget/v1. */
export const app = createApp();
