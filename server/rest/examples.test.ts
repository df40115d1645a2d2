import { describe, expect, it } from "vitest";
import { fulfillmentRequestSchema } from "#server/chatbots/fulfillment/schema.ts";
import { sortFields } from "#server/conversations/choices.ts";
import { publicEventTypes } from "#server/core/events/public-types.ts";
import { eventBody } from "#server/core/events/table.ts";
import type { Given } from "#server/core/operation.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { allFurniture } from "#server/testing/furnishing.ts";
import { secondTalk } from "#server/testing/second-talk.ts";
import { exampleId } from "./openapi/examples.ts";
import { eventExamples } from "./openapi/webhooks.ts";
import { openApiDocument } from "./openapi.ts";
import { routes } from "./routes.ts";

type Schema = { $ref?: string; description?: string; properties?: Record<string, Schema>; required?: string[] } & {
  [key in "anyOf" | "oneOf" | "allOf"]?: Schema[];
} & { items?: Schema; enum?: string[]; pattern?: string; default?: unknown };
type Parameter = { name: string; in: string; description?: string; example?: unknown };
type Operation = {
  operationId: string;
  parameters: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema; example?: unknown }> };
  callbacks?: Record<string, Record<string, { post: Omit<Operation, "parameters"> }>>;
  responses: Record<
    string,
    { $ref?: string; headers?: Record<string, unknown>; content?: Record<string, { schema: Schema }> }
  >;
};
type Document = {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Operation }>;
  components: { schemas: Record<string, Schema> };
};

const document = openApiDocument(routes) as Document;
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item)
    .filter(([, { operationId }]) => operationId !== "health")
    .map(([method, operation]) => ({ path, method, operation, id: operation.operationId })),
);

const opened = await openCompany("Acme", allFurniture);
const given: Given = { ...opened.given, otherConversationId: await secondTalk(opened) };
const company = { ...opened, given };
const api = await openApi(company);

/** With the ids of the furnished company in place of those that look like ids. */
function withOwnIds(text: string): string {
  const given = { ...company.given, adminId: company.admin.id };
  return Object.entries(given).reduce((done, [key, id]) => done.replaceAll(exampleId(key), id), text);
}

/** What deletes comes last. */
const bodies = operations
  .filter(({ operation }) => operation.requestBody)
  .sort((a, b) => Number(a.id.startsWith("delete")) - Number(b.id.startsWith("delete")));

describe("the examples of the API reference", () => {
  it.each(bodies)("$id is accepted as it stands there [found A7]", async ({ path, method, operation }) => {
    const { example } = operation.requestBody?.content["application/json"] ?? {};
    expect(example).toBeDefined();
    const inWhatsapp = path.startsWith("/v1/whatsapp");
    const url = operation.parameters
      .filter((one) => one.in === "path")
      .reduce((done, { name, example: id }) => {
        const own = inWhatsapp && name === "channelId" ? "whatsappChannelId" : name;
        return done.replace(`{${name}}`, company.given[own] ?? withOwnIds(String(id)));
      }, path);
    const body: unknown = JSON.parse(
      withOwnIds(JSON.stringify(example)).replaceAll('"1001"', `"${company.given.templateId}"`),
    );
    const answer = await api.call(method.toUpperCase(), url, body);
    // A state may forbid it (an edit by another than the author), its shape and references may not.
    expect([200, 202, 204, 207, 409], answer.text).toContain(answer.status);
  });

  it.each(operations)("$id says what its address holds", ({ path, operation }) => {
    const inPath = operation.parameters.filter((one) => one.in === "path");
    expect(inPath.map(({ name }) => `{${name}}`)).toEqual(path.match(/\{\w+\}/g) ?? []);
    for (const one of operation.parameters) expect(one.description, one.name).toMatch(/\S/);
    for (const one of inPath) expect(one.example, one.name).toBeTruthy();
  });

  it.each(publicEventTypes)("of %s is a body as it is sent [found A7]", (type) => {
    const { example, schema } = document.webhooks[type]?.post.requestBody?.content["application/json"] ?? {};
    expect(eventBody(type).safeParse(example).error?.issues ?? []).toEqual([]);
    expect(Object.keys(eventExamples[type]).length).toBeGreaterThan(3);
    expect(schema?.$ref).toMatch(/Event$/);
  });

  it("of a fulfillment call is a body as it is sent, and its answer one that is read", () => {
    const setting = operations.find(({ id }) => id === "changeSettingsOfChatbot")?.operation;
    const { post } = setting?.callbacks?.askFulfillmentEndpoint?.["{$request.body#/global_fulfillment_url}"] ?? {};
    const { example, schema } = post?.requestBody?.content["application/json"] ?? {};
    expect(fulfillmentRequestSchema.safeParse(example).error?.issues ?? []).toEqual([]);
    expect(schema?.$ref).toBe("#/components/schemas/FulfillmentRequest");
    expect(post?.responses["2XX"]?.content?.["application/json"]?.schema.$ref).toBe(
      "#/components/schemas/FulfillmentResponse",
    );
  });
});

function properties(schema: Schema, path: string): [string, Schema][] {
  const inner = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  return [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, one]): [string, Schema][] => [
      [`${path}.${name}`, one],
      ...properties(one, `${path}.${name}`),
    ]),
    ...(schema.items ? properties(schema.items, `${path}[]`) : []),
    ...inner.flatMap((one) => properties(one, path)),
  ];
}

describe("the schemas of the API reference [found A7]", () => {
  const { schemas } = document.components;

  it("describe each property", () => {
    const silent = Object.entries(schemas)
      .flatMap(([name, schema]) => properties(schema, name))
      .filter(([, schema]) => schema.$ref === undefined && !schema.description);
    expect(silent.map(([path]) => path)).toEqual([]);
  });

  it("say of a common name what it means where it stands", () => {
    const said = new Map(Object.entries(schemas).flatMap(([name, schema]) => properties(schema, name)));
    const words = (path: string) => said.get(path)?.description;
    expect(words("Task.title")).toContain("to be done");
    expect(words("ReadyAnswer.title")).toBe("What it is about.");
    expect(words("ReadyAnswer.category")).toContain("group");
    expect(words("WriteToPersonBody.to")).toContain("To whom");
    expect(words("ConversationReferral.body")).toContain("ad or post");
    expect(words("Deleted.deleted")).toContain("gone");
    const asked = operations.flatMap(({ operation }) => operation.parameters);
    const orders = asked.filter((one) => one.in === "query" && one.name === "order");
    expect(orders).toHaveLength(2);
    for (const { description } of orders) expect(description).toMatch(/^asc|^Asc/);
  });

  it("say how a comma is written in a condition on custom fields", () => {
    const asked = operations.flatMap(({ operation }) => operation.parameters);
    const conditions = asked.filter((one) => one.in === "query" && one.name === "customFields");
    expect(conditions.length).toBeGreaterThan(4);
    for (const { description } of conditions) expect(description).toContain("%252C");
  });

  it("name every field that conversations are sorted by", () => {
    const list = operations.find(({ operation }) => operation.operationId === "listConversations");
    const sort = list?.operation.parameters.find((one) => one.name === "sort");
    for (const field of sortFields) expect(sort?.description).toContain(field);
  });

  it("are named, answers too", () => {
    const nameless = operations.flatMap(({ id, operation }) =>
      Object.values(operation.responses)
        .flatMap((response) => Object.entries(response.content ?? {}))
        .filter(([type, { schema }]) => type === "application/json" && schema.$ref === undefined)
        .map(() => id),
    );
    expect(nameless).toEqual([]);
  });

  it("let requests leave out what has a default, and promise answers all of it", () => {
    expect(schemas.CreateWebhookRequest?.required).toEqual(["url", "eventTypes"]);
    // Generators make a property with a default a required one.
    const bodies = Object.entries(schemas).filter(([name]) => /(?:Body|Request|Input)$/.test(name));
    expect(bodies.filter(([, schema]) => JSON.stringify(schema).includes('"default":')).map(([name]) => name)).toEqual(
      [],
    );
    expect(schemas.QuestionNode?.required).toContain("response_options");
    expect(schemas.QuestionNodeInput?.required ?? []).not.toContain("response_options");
    expect(schemas.TriggerActions?.required).toContain("stopNextMessage");
    expect(schemas.TriggerActionsInput?.required ?? []).not.toContain("stopNextMessage");
  });

  it("keep their words: statuses, categories, component types, colours as they are answered", () => {
    expect(schemas.ChangeContactBody?.properties?.status?.enum).toContain("long_term");
    expect(schemas.CreateTemplateBody?.properties?.category?.enum).toEqual(["MARKETING", "UTILITY", "AUTHENTICATION"]);
    const component = schemas.CreateTemplateBody?.properties?.components?.items;
    expect(component?.properties?.type?.enum).toEqual(["HEADER", "BODY", "FOOTER", "BUTTONS"]);
    const pattern = schemas.CreateOperatorTagBody?.properties?.color?.pattern ?? "";
    expect("#1A2B3C").toMatch(new RegExp(pattern));
    expect(schemas.SendTemplateBody?.oneOf?.map(({ required }) => required)).toEqual([
      ["contactId"],
      ["destination"],
      ["conversationId"],
    ]);
    expect(schemas.Permission?.enum).toContain("clients_read_assigned");
  });

  it("tell of replays, of 503 and of what a conflict adds", () => {
    for (const { method, operation } of operations) {
      const success = Object.entries(operation.responses).find(([status]) => status.startsWith("2"))?.[1];
      expect(Object.hasOwn(success?.headers ?? {}, "Idempotency-Replayed")).toBe(method === "post");
      expect(operation.responses["503"]).toBeDefined();
    }
    for (const field of ["windowExpiresAt", "lastVisitorMessageAt", "requiredPermissions"]) {
      expect(schemas.Error?.properties?.[field]?.description).toBeTruthy();
    }
  });
});
