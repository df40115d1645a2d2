import { isPermission, permissions } from "#server/core/permissions.ts";
import type { Route } from "#server/kit/rest/route.ts";
import { callbacksOf } from "./openapi/callbacks.ts";
import { Components, type Json, withDefaultsInWords } from "./openapi/components.ts";
import { bodyOf, operationId, parametersOf } from "./openapi/requests.ts";
import { errorResponses, errorSchema, headers, responsesOf } from "./openapi/responses.ts";
import { webhooksSection } from "./openapi/webhooks.ts";

function describe(route: Route): string {
  const { access } = route.operation;
  const needs = isPermission(access)
    ? `Needs the permission \`${access}\`: ${permissions[access].toLowerCase()}.`
    : "Any valid token.";
  const also = (route.also ?? []).map((path) => `The same answers at \`${route.method.toUpperCase()} ${path}\`.`);
  const { ends, instead } = route.ending ?? {};
  const ending = ends && `Deprecated. Works until ${ends}.${instead ? ` Use \`${instead}\`.` : ""}`;
  return [ending, route.description, ...also, needs].filter(Boolean).join("\n\n");
}

const healthPath: Json = {
  get: {
    operationId: "health",
    tags: ["System"],
    summary: "Whether the service is ready",
    description: "No token is needed.",
    security: [],
    responses: {
      "200": {
        description: "Ready",
        content: { "application/json": { schema: { $ref: "#/components/schemas/Health" }, example: { status: "ok" } } },
      },
      "429": { $ref: "#/components/responses/TooManyRequests" },
      "503": { $ref: "#/components/responses/Unavailable" },
    },
  },
};

const sharedSchemas: Readonly<Record<string, Json>> = {
  Error: errorSchema,
  Health: {
    type: "object",
    description: "The process answers.",
    required: ["status"],
    properties: { status: { type: "string", const: "ok", description: "Always ok." } },
  },
  Permission: {
    type: "string",
    description: `What tokens and roles may do.\n\n${Object.entries(permissions)
      .map(([name, words]) => `- \`${name}\`: ${words}`)
      .join("\n")}`,
    enum: Object.keys(permissions),
  },
};

const tagWords: Readonly<Record<string, string>> = {
  System: "The service itself.",
  Conversations: "Threads between visitors and the team, their state, tags, notes and phases.",
  Jobs: "Work over many conversations: how far it is, its outcomes, cancelling and undoing it.",
  Messages: "What was said in a conversation.",
  Imports: "Conversations and contacts that are brought from other systems.",
  Contacts: "People who reached the company, with tags, notes and history.",
  Erasures: "Persons who are erased everywhere, with certificates.",
  Channels: "Where visitors write: the website, WhatsApp, Messenger, Instagram.",
  Chatbots: "What answers by itself, its settings, flow and looks.",
  Triggers: "Rules that answer certain words before the flow.",
  Phases: "The columns of the pipeline.",
  "Operator tags": "Labels that the team offers itself.",
  Views: "Filters of the inbox, the pipeline and the contacts, saved under a name.",
  "Ready answers": "Texts that are kept to be sent again, with places that fill themselves in.",
  Macros: "Several actions that a person does to a conversation at once.",
  Rules: "Actions that are done by themselves when something happens.",
  Tasks: "What somebody has to do by a time.",
  Reports: "Figures of conversations, people, bots, pipeline and campaigns, and saved reports.",
  Roles: "The company's own roles: what they may do, and whose records they see.",
  Teams: "Groups of people who share channels and conversations.",
  Assignment: "Who is given which conversation, and why.",
  Calendars: "Business hours and holidays.",
  "Custom fields": "What keys in customFields mean: their labels and types, and which are required to close.",
  "Service levels": "By when conversations are answered and closed.",
  Satisfaction: "What people say of closed conversations.",
  Retention: "For how long data is kept, and what must not be removed.",
  Notifications: "What somebody is told: mentions, assignments, due tasks.",
  WhatsApp: "Templates and campaigns.",
  Users: "The people of the team.",
  Account: "The company, its plan and features.",
  Integrations: "Connections to other systems.",
  "Event feed": "What happened, in its order, to be read at one's own pace.",
  Webhooks: "Subscriptions to events, and the deliveries they get.",
};

/** Other addresses of the same are operations of their own, so that clients that are made from the document know them. */
const elsewhere = (route: Route): Route[] =>
  (route.also ?? []).map((path) => ({
    ...route,
    path,
    also: [route.path],
    summary: `${route.summary}, by another address`,
  }));

function pathItem(route: Route, components: Components): Json {
  const given = components.of(route.operation.input, "input");
  const input = components.open(given);
  const requestBody = bodyOf(route, given, components);
  return {
    [route.method]: {
      operationId: operationId(route),
      tags: [route.tag],
      summary: route.summary,
      description: describe(route),
      ...(route.ending ? { deprecated: true } : {}),
      parameters: parametersOf(route, input),
      ...(requestBody ? { requestBody } : {}),
      responses: responsesOf(route, components),
      ...(route.calls ? { callbacks: callbacksOf(route.calls, route.tag, components) } : {}),
    },
  };
}

/** Names of the schemas that a part of the document needs, those included that others need. */
function reachedFrom(schemas: Readonly<Record<string, Json>>, part: unknown): Set<string> {
  const reached = new Set<string>();
  const visit = (value: unknown): void => {
    for (const [, name = ""] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (reached.has(name)) continue;
      reached.add(name);
      visit(schemas[name]);
    }
  };
  visit(part);
  return reached;
}

type Items = Record<string, Record<string, { requestBody?: Json; responses: Json }>>;

/** Only schemas that are used. Generators make a field with `default` required, so requests give defaults in words. */
function used(schemas: Readonly<Record<string, Json>>, paths: Json, webhooks: Json): Record<string, Json> {
  const operations = Object.values(paths as Items).flatMap((item) => Object.values(item));
  const answered = reachedFrom(schemas, [operations.map(({ responses }) => responses), webhooks, errorResponses]);
  const all = reachedFrom(schemas, [operations, webhooks, errorResponses]);
  return Object.fromEntries(
    Object.entries(schemas)
      .filter(([name]) => all.has(name))
      .map(([name, schema]) => [name, answered.has(name) ? schema : withDefaultsInWords(schema)]),
  );
}

/** Where the committed document's requests go: the served one names its own address. */
const anywhere: Json = {
  url: "{origin}",
  description: "Where Parley runs",
  variables: { origin: { default: "http://localhost:3000", description: "Scheme, host and port." } },
};

/** The document as the committed file holds it. */
export function openApiText(routes: readonly Route[]): string {
  return `${JSON.stringify(openApiDocument(routes), null, 2)}\n`;
}

/** The OpenAPI 3.1 document of the public API, from the same rows and schemas that serve it; `origin` as a client asks. */
export function openApiDocument(routes: readonly Route[], origin?: string): Json {
  const components = new Components();
  Object.assign(components.schemas, sharedSchemas);
  // Answers first: a request's schema takes another name only where it differs.
  for (const route of routes) responsesOf(route, components);
  const paths: Record<string, Json> = { "/health": healthPath };
  for (const route of [...routes, ...routes.flatMap(elsewhere)])
    paths[route.path] = { ...paths[route.path], ...pathItem(route, components) };
  const webhooks = webhooksSection(components);
  const tags = ["System", ...new Set(routes.map((route) => route.tag))];
  return {
    openapi: "3.1.0",
    info: {
      title: "Parley API",
      version: "1.0.0",
      description: "Contacts, conversations, messages, channels and webhooks of an omnichannel agent inbox.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [origin ? { url: origin, description: "This deployment" } : anywhere],
    security: [{ token: [] }],
    tags: tags.map((name) => ({ name, description: tagWords[name] })),
    paths,
    webhooks,
    components: {
      securitySchemes: {
        token: { type: "http", scheme: "bearer", description: "An API token: sk_live_... or sk_test_..." },
      },
      headers,
      responses: errorResponses,
      schemas: used(components.schemas, paths, webhooks),
    },
  };
}
