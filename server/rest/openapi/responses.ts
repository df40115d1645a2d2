import { errorTable } from "#server/base/errors.ts";
import type { Route } from "#server/kit/rest/route.ts";
import { type Components, type Json, nameOf, type ObjectSchema } from "./components.ts";
import { operationId } from "./requests.ts";

/** Tokens are never asked for a password: only screens get this error. */
const codes = Object.keys(errorTable).filter((code) => code !== "password_needed");

export const errorSchema: Json = {
  type: "object",
  description: "The body of every error.",
  required: ["error", "message", "status", "requestId"],
  properties: {
    error: { type: "string", description: "A code that programs can rely on.", enum: codes },
    message: { type: "string", description: "A sentence for people." },
    status: { type: "integer", description: "The HTTP status." },
    requestId: { type: "string", description: "The X-Request-ID of the response." },
    details: {
      type: "array",
      description: "One item per faulty field.",
      items: {
        type: "object",
        required: ["field", "code", "message"],
        properties: {
          field: { type: "string", description: "Dotted path of the field; empty: the whole." },
          code: { type: "string", description: "A short word that programs can rely on." },
          message: { type: "string", description: "What is wrong with it." },
        },
      },
    },
    requiredPermissions: {
      type: "array",
      description: "Of forbidden: what the token lacks.",
      items: { $ref: "#/components/schemas/Permission" },
    },
    lastVisitorMessageAt: {
      type: ["string", "null"],
      format: "date-time",
      description: "Of messaging_window_closed: when the visitor last wrote; null: never.",
    },
    windowExpiresAt: {
      type: ["string", "null"],
      format: "date-time",
      description: "Of messaging_window_closed: when the window ended; null: there was none.",
    },
    version: {
      type: ["integer", "string"],
      description: "Of precondition_failed: the version the record has now, a number or the time of its last change.",
    },
    mergedInto: { type: "string", format: "uuid", description: "Of not_found: the contact that it was merged into." },
    missingFields: {
      type: "array",
      description: "Of what a conversation must have before it is closed.",
      items: {
        type: "object",
        properties: {
          entity: { type: "string", description: "Whose field: conversation or contact." },
          key: { type: "string", description: "Of the field." },
          label: { type: "string", description: "What people call it." },
        },
      },
    },
    hidden: {
      type: "array",
      description:
        "Of forbidden on an import: by what it would find people although it is hidden from the token's owner.",
      items: { type: "string", enum: ["email", "phone"] },
    },
    laterMergeId: { type: "string", format: "uuid", description: "Of later_merge: what must be undone first." },
    legalHoldId: { type: "string", format: "uuid", description: "Of conflict: the hold that keeps the record." },
    contactId: { type: "string", format: "uuid", description: "Of already_exists on undoing a merge: who has it now." },
    teamId: { type: "string", format: "uuid", description: "Of conflict on a calendar: a team that holds to it." },
    policyId: { type: "string", format: "uuid", description: "Of conflict on a calendar: a policy that counts by it." },
    jobId: { type: "string", format: "uuid", description: "Of conflict: the job that is under way." },
    failureCode: { type: "string", description: "Of conflict: why the recipient is not written to." },
    revision: { type: "integer", description: "Of precondition_failed on a draft: the revision it has now." },
    limit: { type: "integer", description: "Of limit_reached and plan_limit_reached: how many there may be." },
  },
};

const headerRefs = Object.fromEntries(
  ["X-Request-ID", "X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"].map((name) => [
    name,
    { $ref: `#/components/headers/${name}` },
  ]),
);

const integerHeader = (description: string): Json => ({ description, schema: { type: "integer" } });

export const headers: Json = {
  "X-Request-ID": {
    description: "Identifies the request in logs; a client may send its own.",
    schema: { type: "string" },
  },
  "X-RateLimit-Limit": integerHeader("Requests per window."),
  "X-RateLimit-Remaining": integerHeader("Requests left in the window."),
  "X-RateLimit-Reset": integerHeader("Unix time in seconds at which the window ends."),
  "Idempotency-Replayed": {
    description: "Present when the answer is that of an earlier request with the same Idempotency-Key.",
    schema: { type: "string", const: "true" },
  },
};

const retryAfter = { "Retry-After": { description: "Seconds to wait.", schema: { type: "integer" } } };

/** The error answers by status: their name among the components, what they mean and their own headers. */
const errorAnswers: Record<number, { name: string; description: string; headers?: Json }> = {
  400: { name: "BadRequest", description: "The request is not valid" },
  401: {
    name: "Unauthorized",
    description: "The token is missing, malformed, unknown or revoked",
    headers: {
      "WWW-Authenticate": { description: "How to authenticate.", schema: { type: "string", const: "Bearer" } },
    },
  },
  403: { name: "Forbidden", description: "A permission is missing, or a limit of the plan is reached" },
  404: {
    name: "NotFound",
    description:
      "Nothing was found under this address, or, for a repeat with the same Idempotency-Key, what the first request made is gone",
  },
  409: { name: "Conflict", description: "The current state does not allow it" },
  412: { name: "PreconditionFailed", description: "The resource has changed since it was read" },
  413: { name: "PayloadTooLarge", description: "The body is over 1 MB" },
  415: { name: "UnsupportedMediaType", description: "The body is not application/json in UTF-8" },
  429: { name: "TooManyRequests", description: "Too many requests", headers: retryAfter },
  500: { name: "InternalError", description: "Something went wrong on our side" },
  503: { name: "Unavailable", description: "The service cannot answer right now", headers: retryAfter },
};

export const errorResponses: Json = Object.fromEntries(
  Object.values(errorAnswers).map(({ name, description, headers: own }) => [
    name,
    {
      description,
      headers: { ...headerRefs, ...own },
      content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
    },
  ]),
);

const partOf = (schema: ObjectSchema, key: string | undefined): Json =>
  key ? (schema.properties?.[key] ?? schema) : schema;

/** An answer without a name is called after what it holds: NoteList, MessagePage, Deleted. */
function named(schema: Json, route: Route, components: Components): Json {
  if (nameOf(schema)) return schema;
  const { items, properties = {} } = schema as ObjectSchema & { items?: Json };
  const itemName = items ? nameOf(items) : undefined;
  const described = (description: string) => ({ ...schema, description: schema.description ?? description });
  if (itemName) return components.name(`${itemName}List`, described(`All of them, as a bare list of ${itemName}.`));
  const rows = properties.data ?? properties.result;
  const rowName = nameOf((rows?.items ?? {}) as Json);
  if (rowName) return components.name(`${rowName}Page`, described(`A page of ${rowName}.`));
  if (Object.keys(properties).sort().join() === "deleted,id") {
    return components.name("Deleted", described("What was deleted."));
  }
  const id = operationId(route);
  return components.name(`${id.charAt(0).toUpperCase()}${id.slice(1)}Answer`, described(route.summary));
}

function contentOf(route: Route, components: Components): Json {
  if (route.produces) {
    return Object.fromEntries(
      Object.entries(route.produces).map(([type, schema]) => [
        type,
        { schema: schema.type === "string" ? schema : named(schema, route, components) },
      ]),
    );
  }
  const output = components.of(route.operation.output, "output");
  const part = route.outputKey ? partOf(components.open(output), route.outputKey) : output;
  return { "application/json": { schema: named(part, route, components) } };
}

export function responsesOf(route: Route, components: Components): Json {
  const status = route.status ?? 200;
  const content = status === 204 ? {} : { content: contentOf(route, components) };
  const codes = [400, 401, 403, 429, 500, 503];
  if (route.path.includes("{")) codes.push(404);
  // Repeats too: what the first request made may be gone.
  if (route.method === "post") codes.push(404, 409);
  if (route.method !== "get" && route.method !== "delete") codes.push(413, 415);
  for (const code of route.errors ?? []) codes.push(Reflect.get(errorTable, code)?.status ?? 409);
  const failures = [...new Set(codes)]
    .sort()
    .map((code) => [String(code), { $ref: `#/components/responses/${errorAnswers[code]?.name ?? "Conflict"}` }]);
  const replayed =
    route.method === "post" ? { "Idempotency-Replayed": { $ref: "#/components/headers/Idempotency-Replayed" } } : {};
  const etag = route.etagKey ? { ETag: { description: "The version, for If-Match.", schema: { type: "string" } } } : {};
  const success = (description: string): Json => ({
    description,
    headers: { ...headerRefs, ...replayed, ...etag },
    ...content,
  });
  const other = route.otherStatus ? { [String(route.otherStatus.status)]: success("Done at once") } : {};
  return {
    [String(status)]: success(route.otherStatus ? "Begun" : "Success"),
    ...other,
    ...Object.fromEntries(failures),
  };
}
