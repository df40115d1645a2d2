import {
  type Listed,
  operationsOf,
  type Parameter,
  type ReferenceDocument,
  resolved,
  type Schema,
} from "../reference/document.ts";
import type { Json } from "./components.ts";

const json = "application/json";
const multipart = "multipart/form-data";

const asText = (value: unknown): string => {
  if (value === undefined) return "";
  return Array.isArray(value) ? value.join(",") : String(value);
};

function described({ name, description = "", example }: Parameter): Json {
  return { key: name, value: asText(example), description };
}

/** `{contactId}` is `:contactId` there, with its value beside it; what may be left out is there and switched off. */
function addressOf({ path, operation: { parameters = [] } }: Listed): Json {
  const steps = path.split("/").slice(1);
  const raw = steps.map((step) => step.replace(/^\{(.+)\}$/, ":$1"));
  const given = (where: Parameter["in"]) => parameters.filter((one) => one.in === where);
  return {
    raw: `{{baseUrl}}/${raw.join("/")}`,
    host: ["{{baseUrl}}"],
    path: raw,
    variable: given("path").map(described),
    query: given("query").map((one) => ({ ...described(one), disabled: !one.required })),
  };
}

function formOf(document: ReferenceDocument, given: Schema): Json[] {
  const { properties = {} } = resolved(document, given).schema;
  return Object.entries(properties).map(([key, { format, description = "" }]) => ({
    key,
    description,
    ...(format === "binary" ? { type: "file", src: null } : { type: "text", value: "" }),
  }));
}

function bodyOf(document: ReferenceDocument, { operation: { requestBody } }: Listed): Json | undefined {
  if (!requestBody) return undefined;
  const { content } = requestBody;
  const form = content[multipart]?.schema;
  if (!content[json] && form) return { mode: "formdata", formdata: formOf(document, form) };
  const example = content[json]?.example ?? {};
  return { mode: "raw", raw: JSON.stringify(example, null, 2), options: { raw: { language: "json" } } };
}

function itemOf(document: ReferenceDocument, listed: Listed): Json {
  const { method, operation } = listed;
  const { summary, operationId, description = "", parameters = [], security } = operation;
  const body = bodyOf(document, listed);
  const header = parameters
    .filter((one) => one.in === "header")
    .map((one) => ({ ...described(one), disabled: !one.required }));
  return {
    name: summary ?? operationId,
    request: {
      method: method.toUpperCase(),
      header: body?.mode === "raw" ? [{ key: "Content-Type", value: json }, ...header] : header,
      url: addressOf(listed),
      description,
      ...(body ? { body } : {}),
      ...(security?.length === 0 ? { auth: { type: "noauth" } } : {}),
    },
    response: [],
  };
}

/** All operations as a collection in Postman's format 2.1, which Bruno and Insomnia import too. */
export function collectionOf(document: ReferenceDocument): Json {
  const { info, tags, servers } = document;
  return {
    info: {
      name: info.title,
      description: info.description,
      schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
    },
    auth: { type: "bearer", bearer: [{ key: "token", value: "{{token}}", type: "string" }] },
    variable: [
      { key: "baseUrl", value: servers[0]?.url ?? "" },
      { key: "token", value: "" },
    ],
    item: tags.map(({ name, description = "" }) => ({
      name,
      description,
      item: operationsOf(document, name).map((listed) => itemOf(document, listed)),
    })),
  };
}
