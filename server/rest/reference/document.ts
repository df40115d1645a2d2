/** What the reference reads of the OpenAPI document; it is ours, so its shape is known. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  additionalProperties?: Schema | boolean;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
};

export type Parameter = {
  name: string;
  in: "path" | "query" | "header";
  required?: boolean;
  description?: string;
  schema?: Schema;
  example?: unknown;
};

type Content = Record<string, { schema?: Schema; example?: unknown }>;
export type Answer = { $ref?: string; description?: string; content?: Content };

type Operation = {
  operationId: string;
  tags?: string[];
  summary?: string;
  description?: string;
  security?: unknown[];
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Content };
  responses?: Record<string, Answer>;
  /** By name, then by address. */
  callbacks?: Record<string, Record<string, { post: Operation }>>;
};

export type ReferenceDocument = {
  servers: { url: string }[];
  info: { title: string; version: string; description: string };
  tags: { name: string; description?: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks?: Record<string, { post: Operation }>;
  components: { schemas: Record<string, Schema>; responses: Record<string, Answer> };
};

const nameOf = (ref: string) => ref.slice(ref.lastIndexOf("/") + 1);

/** The schema itself, and its name where it has one. */
export function resolved(
  { components }: ReferenceDocument,
  schema: Schema,
): { name: string | undefined; schema: Schema } {
  if (!schema.$ref) return { name: undefined, schema };
  const name = nameOf(schema.$ref);
  return { name, schema: components.schemas[name] ?? {} };
}

export function answerOf({ components }: ReferenceDocument, answer: Answer): Answer {
  return answer.$ref ? (components.responses[nameOf(answer.$ref)] ?? answer) : answer;
}

export type Listed = { method: string; path: string; operation: Operation };

export function operationsOf(document: ReferenceDocument, tag: string): Listed[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, operation]) => operation.tags?.includes(tag))
      .map(([method, operation]) => ({ method, path, operation })),
  );
}

/** The last step of a page's address. */
export function addressOf(tag: string): string {
  return tag.toLowerCase().replaceAll(/[^a-z]+/g, "-");
}
