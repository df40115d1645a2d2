import { z } from "zod";
import { errorTable } from "#server/core/errors.ts";
import { isPermission, permissions } from "#server/core/permissions.ts";
import type { Route } from "./route.ts";

type Json = Record<string, unknown>;

const errorSchema: Json = {
  type: "object",
  description: "The body of every error.",
  required: ["error", "message", "status", "requestId"],
  properties: {
    error: { type: "string", description: "A code that programs can rely on.", enum: Object.keys(errorTable) },
    message: { type: "string", description: "A sentence for people." },
    status: { type: "integer" },
    requestId: { type: "string", description: "The X-Request-ID of the response." },
    details: {
      type: "array",
      description: "One item per faulty field.",
      items: {
        type: "object",
        required: ["field", "code", "message"],
        properties: { field: { type: "string" }, code: { type: "string" }, message: { type: "string" } },
      },
    },
    requiredPermissions: { type: "array", items: { type: "string" } },
  },
};

/** Where a description names the type itself, the forms that are read into it stay untold. */
function asDescribed({ jsonSchema }: { jsonSchema: Json }): void {
  if (typeof jsonSchema.type === "string") delete jsonSchema.anyOf;
}

/** A schema as JSON Schema 2020-12; named ones move to the document's components. */
function schemaOf(schema: z.ZodType, io: "input" | "output", components: Json): Json {
  const {
    $schema: _schema,
    $defs,
    ...converted
  } = z.toJSONSchema(schema, { io, unrepresentable: "any", target: "draft-2020-12", override: asDescribed }) as Json;
  for (const [name, definition] of Object.entries(($defs ?? {}) as Record<string, Json>)) {
    const { id: _id, ...rest } = definition;
    components[name] ??= relink(rest);
  }
  const id = converted.id;
  if (typeof id !== "string") return relink(converted);
  const { id: _id, ...rest } = converted;
  components[id] ??= relink(rest);
  return { $ref: `#/components/schemas/${id}` };
}

function relink<T>(value: T): T {
  return JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/')) as T;
}

type ObjectSchema = { properties?: Record<string, Json>; required?: string[] };

function parametersOf(route: Route, input: ObjectSchema): Json[] {
  const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "");
  const required = new Set(input.required ?? []);
  const list: Json[] = inPath.map((name) => ({ name, in: "path", required: true, schema: { type: "string" } }));
  for (const [name, header] of Object.entries(route.headers ?? {})) {
    list.push({ name: header, in: "header", required: required.has(name), schema: { type: "string" } });
  }
  if (route.method !== "get" && route.method !== "delete") {
    if (route.method === "post") {
      list.push({
        name: "Idempotency-Key",
        in: "header",
        description:
          "1 to 255 printable ASCII characters: a repeat within 24 hours replays the first answer. Refusals of the request itself (400, 401, 413, 415, 429) and 5xx are not kept: mend it, or wait, and use the key again.",
        schema: { type: "string", maxLength: 255 },
      });
    }
    return list;
  }
  for (const [name, { description, ...schema }] of Object.entries(input.properties ?? {})) {
    if (inPath.includes(name) || Object.hasOwn(route.headers ?? {}, name)) continue;
    const isRequired = required.has(name) && !("default" in schema);
    list.push({ name, in: "query", required: isRequired, ...(description ? { description } : {}), schema });
  }
  return list;
}

function bodyOf(route: Route, input: ObjectSchema, components: Json): Json | undefined {
  if (route.method === "get" || route.method === "delete") return undefined;
  const fixed = [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "");
  const properties = Object.fromEntries(
    Object.entries(input.properties ?? {}).filter(
      ([name]) => !fixed.includes(name) && !Object.hasOwn(route.headers ?? {}, name),
    ),
  );
  if (route.bodyKey) {
    const schema = properties[route.bodyKey] ?? {};
    return { required: true, content: { "application/json": { schema } } };
  }
  if (Object.keys(properties).length === 0) return undefined;
  const required = (input.required ?? []).filter((name) => Object.hasOwn(properties, name));
  const schema = { type: "object", properties, ...(required.length > 0 ? { required } : {}) };
  const name = `${operationId(route)}Body`;
  components[name] = schema;
  return {
    required: required.length > 0,
    content: { "application/json": { schema: { $ref: `#/components/schemas/${name}` } } },
  };
}

function operationId(route: Route): string {
  const [noun = "", verb = ""] = route.operation.name.split(".");
  const suffix = route.method === "put" && !verb.startsWith("put") && !verb.startsWith("replace") ? "Put" : "";
  return `${noun}${verb.charAt(0).toUpperCase()}${verb.slice(1)}${suffix}`;
}

const headerRefs = Object.fromEntries(
  ["X-Request-ID", "X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"].map((name) => [
    name,
    { $ref: `#/components/headers/${name}` },
  ]),
);

/** The error answers by status: their name among the components, what they mean and their own headers. */
const errorAnswers: Record<number, { name: string; description: string; headers?: Json }> = {
  400: { name: "BadRequest", description: "The request is not valid" },
  401: {
    name: "Unauthorized",
    description: "The token is missing, malformed, unknown or revoked",
    headers: { "WWW-Authenticate": { schema: { type: "string", const: "Bearer" } } },
  },
  403: { name: "Forbidden", description: "A permission is missing, or a limit of the plan is reached" },
  404: { name: "NotFound", description: "Nothing was found under this address" },
  409: { name: "Conflict", description: "The current state does not allow it" },
  412: { name: "PreconditionFailed", description: "The resource has changed since it was read" },
  413: { name: "PayloadTooLarge", description: "The body is over 1 MB" },
  415: { name: "UnsupportedMediaType", description: "The body is not application/json" },
  429: {
    name: "TooManyRequests",
    description: "Too many requests",
    headers: { "Retry-After": { description: "Seconds to wait.", schema: { type: "integer" } } },
  },
  500: { name: "InternalError", description: "Something went wrong on our side" },
};

const errorResponses: Json = Object.fromEntries(
  Object.values(errorAnswers).map(({ name, description, headers }) => [
    name,
    {
      description,
      headers: { ...headerRefs, ...headers },
      content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
    },
  ]),
);

const etagHeader = (route: Route): Json =>
  route.etagKey ? { ETag: { description: "The version, for If-Match.", schema: { type: "string" } } } : {};

const partOf = (schema: Json, key: string | undefined): Json =>
  key ? ((schema as ObjectSchema).properties?.[key] ?? schema) : schema;

function contentOf(route: Route, components: Json): Json {
  const schemas = route.produces ?? {
    "application/json": partOf(schemaOf(route.operation.output, "output", components), route.outputKey),
  };
  return Object.fromEntries(Object.entries(schemas).map(([type, schema]) => [type, { schema }]));
}

function responsesOf(route: Route, components: Json): Json {
  const status = route.status ?? 200;
  const content = status === 204 ? {} : { content: contentOf(route, components) };
  const codes = [400, 401, 403, 429, 500];
  if (route.path.includes("{")) codes.push(404);
  if (route.method === "post") codes.push(409);
  if (route.method !== "get" && route.method !== "delete") codes.push(413, 415);
  for (const code of route.errors ?? []) codes.push(Reflect.get(errorTable, code)?.status ?? 409);
  const failures = [...new Set(codes)]
    .sort()
    .map((code) => [String(code), { $ref: `#/components/responses/${errorAnswers[code]?.name ?? "Conflict"}` }]);
  return {
    [String(status)]: { description: "Success", headers: { ...headerRefs, ...etagHeader(route) }, ...content },
    ...Object.fromEntries(failures),
  };
}

function describe(route: Route): string {
  const { access } = route.operation;
  const needs = isPermission(access)
    ? `Needs the permission \`${access}\`: ${permissions[access].toLowerCase()}.`
    : "Any valid token.";
  return route.description ? `${route.description}\n\n${needs}` : needs;
}

const integerHeader = (description: string): Json => ({ description, schema: { type: "integer" } });

const healthPath: Json = {
  get: {
    operationId: "health",
    tags: ["System"],
    summary: "Whether the service is ready",
    security: [],
    responses: {
      "200": {
        description: "Ready",
        content: {
          "application/json": {
            schema: { type: "object", required: ["status"], properties: { status: { type: "string", const: "ok" } } },
          },
        },
      },
      "429": { $ref: "#/components/responses/TooManyRequests" },
    },
  },
};

const sharedComponents: Json = {
  securitySchemes: {
    token: { type: "http", scheme: "bearer", description: "An API token: sk_live_... or sk_test_..." },
  },
  headers: {
    "X-Request-ID": {
      description: "Identifies the request in logs; a client may send its own.",
      schema: { type: "string" },
    },
    "X-RateLimit-Limit": integerHeader("Requests per window."),
    "X-RateLimit-Remaining": integerHeader("Requests left in the window."),
    "X-RateLimit-Reset": integerHeader("Unix time in seconds at which the window ends."),
  },
};

/** The input with its fields in sight, also where it is a named schema. */
function inputOf(route: Route, components: Json): ObjectSchema {
  const { $ref, ...schema } = schemaOf(route.operation.input, "input", components);
  if (typeof $ref !== "string") return schema;
  return components[$ref.slice($ref.lastIndexOf("/") + 1)] as ObjectSchema;
}

function pathItem(route: Route, components: Json): Json {
  const input = inputOf(route, components);
  const requestBody = bodyOf(route, input, components);
  return {
    [route.method]: {
      operationId: operationId(route),
      tags: [route.tag],
      summary: route.summary,
      description: describe(route),
      parameters: parametersOf(route, input),
      ...(requestBody ? { requestBody } : {}),
      responses: responsesOf(route, components),
    },
  };
}

/** The document as the committed file holds it. */
export function openApiText(routes: readonly Route[]): string {
  return `${JSON.stringify(openApiDocument(routes), null, 2)}\n`;
}

/** The OpenAPI 3.1 document of the public API, from the same rows and schemas that serve it. */
export function openApiDocument(routes: readonly Route[]): Json {
  const schemas: Json = { Error: errorSchema };
  const paths: Record<string, Json> = { "/health": healthPath };
  for (const route of routes) paths[route.path] = { ...paths[route.path], ...pathItem(route, schemas) };
  const tags = ["System", ...new Set(routes.map((route) => route.tag))];
  return {
    openapi: "3.1.0",
    info: {
      title: "Parley API",
      version: "1.0.0",
      description: "Contacts, conversations, messages, channels and webhooks of an omnichannel agent inbox.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/", description: "This deployment" }],
    security: [{ token: [] }],
    tags: tags.map((name) => ({ name, description: `${name} of the company that owns the token.` })),
    paths,
    components: { ...sharedComponents, responses: errorResponses, schemas },
  };
}
