import type { Route } from "#server/kit/rest/route.ts";
import type { Components, Json, ObjectSchema } from "./components.ts";
import { nameOf } from "./components.ts";
import { exampleId, exampleOf } from "./examples.ts";
import { wordFor } from "./glossary.ts";

/** "List the notes of a contact" becomes listNotesOfContact: a name that says what the summary says. */
export function operationId(route: Pick<Route, "summary">): string {
  const words = route.summary
    .replaceAll(/[^A-Za-z ]/g, "")
    .split(" ")
    .filter((word) => word !== "" && !/^(?:a|an|the)$/i.test(word));
  const joined = words.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`).join("");
  return `${joined.charAt(0).toLowerCase()}${joined.slice(1)}`;
}

const inPath = (route: Route) => [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "");

const hasBody = ({ method }: Route) => method !== "get" && method !== "delete";

const idempotencyKey: Json = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "1 to 255 printable ASCII characters: a repeat within 24 hours replays the first answer. Refusals of the request itself (400, 401, 413, 415, 429) and 5xx are not kept: mend it, or wait, and use the key again.",
  schema: { type: "string", minLength: 1, maxLength: 255 },
};

function pathParameter(name: string, example: unknown): Json {
  const description = name === "tag" ? "The tag, percent-encoded." : wordFor(name);
  const shown = example === undefined || example === "" ? exampleId(name) : String(example);
  return { name, in: "path", required: true, description, schema: { type: "string" }, example: shown };
}

function queryParameter(name: string, property: Json, required: boolean, example: unknown): Json {
  const { description = wordFor(name), ...schema } = property;
  const list: Json = schema.type === "array" ? { style: "form", explode: false } : {};
  const shown = example === undefined ? {} : { example: list.style && !Array.isArray(example) ? [example] : example };
  return { name, in: "query", required, ...(description ? { description } : {}), ...list, schema, ...shown };
}

export function parametersOf(route: Route, input: ObjectSchema): Json[] {
  const required = new Set(input.required ?? []);
  const example = exampleOf(route);
  const list = inPath(route).map((name) => pathParameter(name, example.path[name]));
  for (const [name, header] of Object.entries(route.headers ?? {})) {
    const description = wordFor(name);
    list.push({ name: header, in: "header", required: required.has(name), description, schema: { type: "string" } });
  }
  if (route.method === "post") list.push(idempotencyKey);
  if (hasBody(route)) return list;
  const fixed = new Set([...inPath(route), ...Object.keys(route.headers ?? {})]);
  for (const [name, property] of Object.entries(input.properties ?? {})) {
    // A field that must be absent is reported by the error to a client that sends it.
    if (fixed.has(name) || Object.keys(property).length === 0) continue;
    const isRequired = required.has(name) && !("default" in property);
    list.push(queryParameter(name, property, isRequired, example.rest[name]));
  }
  return list;
}

/** The schema of a body: what the input has besides path and headers, under its own name where it has one. */
function bodySchema(route: Route, given: ObjectSchema, components: Components): Json | undefined {
  const input = components.open(given);
  const fixed = new Set([...inPath(route), ...Object.keys(route.headers ?? {}), route.upload?.part]);
  const rest = Object.entries(input.properties ?? {}).filter(([name]) => !fixed.has(name));
  const properties = Object.fromEntries(rest);
  if (route.bodyKey) {
    const whole = properties[route.bodyKey] ?? {};
    return nameOf(whole) ? whole : components.name(`${capital(operationId(route))}Body`, whole);
  }
  if (rest.length === 0) return undefined;
  const required = (input.required ?? []).filter((name) => Object.hasOwn(properties, name));
  const { required: _required, additionalProperties: _closed, ...kept } = input;
  const schema = { ...kept, properties, ...(required.length > 0 ? { required } : {}) };
  const name = nameOf(given);
  if (!name) return components.name(`${capital(operationId(route))}Body`, schema);
  // A named input keeps its name; where the address holds a part of it, that part leaves it.
  components.schemas[name] = schema;
  return components.reference(name);
}

const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** The same fields as a form, with the file's bytes in place of other ways to name them. */
function formOf(part: string, { properties = {} }: ObjectSchema): Json {
  const { url: _url, content: _content, ...texts } = properties;
  const file = { type: "string", contentMediaType: "application/octet-stream", description: "The bytes of the file." };
  return { type: "object", required: [part], properties: { [part]: file, ...texts } };
}

export function bodyOf(route: Route, input: ObjectSchema, components: Components): Json | undefined {
  if (!hasBody(route)) return undefined;
  const schema = bodySchema(route, input, components);
  if (!schema) return undefined;
  const required = route.bodyKey !== undefined || (components.open(schema).required ?? []).length > 0;
  const json = { schema, example: exampleOf(route).body };
  if (!route.upload) return { required, content: { "application/json": json } };
  const form = formOf(route.upload.part, components.open(schema));
  return { required: true, content: { "multipart/form-data": { schema: form }, "application/json": json } };
}
