import { type Context, Hono } from "hono";
import { AppError } from "#server/base/errors.ts";
import type { Actor } from "#server/core/actor.ts";
import { masked } from "#server/core/masking.ts";
import { admit } from "#server/core/operation.ts";
import { masksOf } from "#server/core/rights.ts";
import { assertDecodable } from "./address-text.ts";
import { errorBody } from "./answer.ts";
import { isRecord, parseBody, readBody } from "./body.ts";
import { announcing } from "./ending.ts";
import { isForm, readForm } from "./form.ts";
import { type Answer, idempotently } from "./idempotency.ts";
import { answerWith, type Holding } from "./known.ts";
import { type Room, withRoom } from "./room.ts";
import type { Method, Route } from "./route.ts";

export type Variables = Holding & {
  actor: Actor;
  requestId: string;
  /** Path of the endpoint with its {parameters}, and the error's code: for the request log. */
  template?: string;
  errorCode?: string;
  /** The status that the log gets where the answer's own says less: of a tool that was refused, say. */
  outcome?: number;
};
type Request = Context<{ Variables: Variables }>;

const maxDepth = 32;

const withBody: ReadonlySet<Method> = new Set(["post", "put", "patch"]);

/** Query parameters; a repeated one counts as a comma-separated list. */
function queryOf(c: Request): Record<string, string> {
  if (!c.req.url.includes("?")) return {};
  const repeated = Object.entries(c.req.queries());
  return Object.fromEntries(repeated.map(([key, values]) => [key, values.join(",")]));
}

function headersOf(c: Request, headers: Record<string, string> | undefined): Record<string, string> {
  const found: Record<string, string> = {};
  if (headers === undefined) return found;
  for (const [key, header] of Object.entries(headers)) {
    const value = c.req.header(header);
    if (value !== undefined) found[key] = value;
  }
  return found;
}

/** A body whose fields are the arguments is itself a level of its nesting, of which 32 are allowed (decisions.md N1). */
function assertDepth(value: unknown, path: readonly string[] = []): void {
  if (typeof value !== "object" || value === null) return;
  if (path.length >= maxDepth) {
    const message = `Nested deeper than ${maxDepth} levels.`;
    const details = [{ field: path.join("."), code: "too_deep", message }];
    throw new AppError("validation_error", { message, details });
  }
  for (const [key, item] of Object.entries(value)) assertDepth(item, [...path, key]);
}

/** The operation's input, from where the row says it comes; path parameters cannot be overridden. */
function inputOf(c: Request, route: Route, text: string): Record<string, unknown> {
  const fixed = { ...headersOf(c, route.headers), ...c.req.param() };
  if (!withBody.has(route.method)) return { ...without(queryOf(c), route.headers), ...fixed };
  const body = parseBody(text);
  if (route.bodyKey) return { [route.bodyKey]: body, ...fixed };
  if (body !== undefined && !isRecord(body)) {
    throw new AppError("validation_error", { message: "The body must be a JSON object." });
  }
  assertDepth(body);
  return { ...without(body ?? {}, route.headers), ...fixed };
}

/** What comes by a header comes by nothing else. */
function without(given: Record<string, unknown>, headers: Record<string, string> | undefined): Record<string, unknown> {
  if (headers === undefined) return given;
  return Object.fromEntries(Object.entries(given).filter(([key]) => !Object.hasOwn(headers, key)));
}

/** Faults of a body that is handed over whole are named from its own root, in the details and in the sentence. */
function fromBody(error: unknown, bodyKey: string | undefined): unknown {
  if (!bodyKey || !(error instanceof AppError) || !error.details) return error;
  const fromRoot = (text: string) => (text.startsWith(`${bodyKey}.`) ? text.slice(bodyKey.length + 1) : text);
  const details = error.details.map((one) => ({ ...one, field: one.field === bodyKey ? "" : fromRoot(one.field) }));
  const { extra } = error;
  const itself = error.message.startsWith(`${bodyKey} `) ? error.message.replace(bodyKey, "The body") : error.message;
  const message = fromRoot(itself.replace(`${bodyKey}: `, ""));
  return new AppError(error.code, { message, details, cause: error, ...(extra ? { extra } : {}) });
}

/** An id or version in the path that no record can have is an unknown one (A9); a tag is text, and text has its rules. */
function fromPath(error: unknown, path: string): unknown {
  if (!(error instanceof AppError) || error.code !== "validation_error" || !error.details) return error;
  const named = new Set([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).filter((name) => name !== "tag"));
  return error.details.every(({ field }) => named.has(field)) ? new AppError("not_found", { cause: error }) : error;
}

async function perform(route: Route, actor: Actor, input: Record<string, unknown>): Promise<unknown> {
  try {
    return await route.operation.execute(actor, input);
  } catch (error) {
    throw fromBody(fromPath(error, route.path), route.bodyKey);
  }
}

const keyOf = (output: unknown, key: string | undefined): unknown => (key && isRecord(output) ? output[key] : output);

async function answer(route: Route, actor: Actor, input: Record<string, unknown>): Promise<Answer> {
  const output = await perform(route, actor, input);
  const body = JSON.stringify(keyOf(output, route.outputKey));
  const headers: Record<string, string> = route.etagKey ? { etag: `"${keyOf(output, route.etagKey)}"` } : {};
  const status = route.otherStatus?.when(output) ? route.otherStatus.status : (route.status ?? 200);
  return { status, contentType: "application/json", body, headers };
}

function send(c: Request, given: Answer, headers: Record<string, string> = {}): Response {
  const { status, contentType, body } = given;
  return answerWith(c, { status, headers: { "content-type": contentType, ...given.headers, ...headers }, body });
}

/** The code of an error body that was kept with its key. */
function codeIn(body: string): string {
  const kept: unknown = JSON.parse(body);
  return isRecord(kept) && typeof kept.error === "string" ? kept.error : "";
}

/** What is hidden from the actor since stays hidden also in an answer that was kept before. */
function asOfNow(actor: Actor, route: Route, kept: Answer & { replayed: boolean }): Answer {
  if (!kept.replayed || masksOf(actor).length === 0 || kept.contentType !== "application/json") return kept;
  return { ...kept, body: JSON.stringify(masked(actor, route.operation.name, JSON.parse(kept.body))) };
}

async function handle(c: Request, route: Route): Promise<Response> {
  if (!isForm(c)) return handleIn(c, route, undefined);
  return withRoom("company", c.get("actor").companyId, (room) => handleIn(c, route, room));
}

/** `room`: of a body that is a form. */
async function handleIn(c: Request, route: Route, room: Room | undefined): Promise<Response> {
  c.set("template", route.path);
  const actor = c.get("actor");
  // Permission comes before the shape of the request (A10).
  admit(actor, route.operation);
  assertDecodable(c.req.url, route.path);
  const form = route.upload && room ? await readForm(c, route.upload, room) : undefined;
  const text = form?.text ?? (withBody.has(route.method) ? await readBody(c) : "");
  const given = () => (form ? { ...form.input, ...c.req.param() } : inputOf(c, route, text));
  const key = route.method === "post" ? c.req.header("idempotency-key") : undefined;
  if (key !== undefined) {
    const requestId = c.get("requestId");
    const request = { actor, key, method: "POST", path: c.req.path, body: text, requestId };
    const failed = (error: unknown): Answer => {
      const { status, body, headers } = errorBody(error, requestId);
      return { status, contentType: "application/json", body: JSON.stringify(body), headers };
    };
    const work = async () => answer(route, actor, given());
    const kept = await idempotently(request, route.operation.kind, work, failed);
    if (kept.status >= 400) c.set("errorCode", codeIn(kept.body));
    return send(c, asOfNow(actor, route, kept), kept.replayed ? { "idempotency-replayed": "true" } : {});
  }
  const input = given();
  if (route.respond) return route.respond(await perform(route, actor, input));
  return send(c, await answer(route, actor, input));
}

const honoPath = (path: string) => path.replace(/\{(\w+)\}/g, ":$1");

/** Puts the noun tables on one app; a known path with another method answers 405 with Allow. */
export function mountRoutes(routes: readonly Route[]): Hono<{ Variables: Variables }> {
  const app = new Hono<{ Variables: Variables }>();
  const byPath = new Map<string, Route[]>();
  for (const route of routes)
    for (const path of [route.path, ...(route.also ?? [])]) byPath.set(path, [...(byPath.get(path) ?? []), route]);
  // Literal paths first, with all their methods, so that /contacts/bulk-delete is never taken for /contacts/{id}.
  const paths = [...byPath].sort(([a], [b]) => (a.match(/\{/g)?.length ?? 0) - (b.match(/\{/g)?.length ?? 0));
  for (const [written, mounted] of paths) {
    const path = honoPath(written);
    for (const route of mounted) {
      if (route.ending) app.on(route.method.toUpperCase(), path, announcing(route.ending));
      app.on(route.method.toUpperCase(), path, (c) => handle(c, route));
    }
    const allow = mounted.map(({ method }) => method.toUpperCase());
    const absent = new Set(mounted.flatMap((route) => route.absent ?? []).map((method) => method.toUpperCase()));
    app.all(path, (c) => {
      c.set("template", written);
      if (absent.has(c.req.method)) throw new AppError("not_found", { message: "There is no such endpoint." });
      throw new AppError("method_not_allowed", { extra: { allow } });
    });
  }
  return app;
}
