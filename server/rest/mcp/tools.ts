import { catalogue } from "#server/actions/catalogue.ts";
import type { ActionName } from "#server/actions/choices.ts";
import { type Actor, can } from "#server/core/actor.ts";
import type { Operation } from "#server/core/operation.ts";
import { isPermission, permissions } from "#server/core/permissions.ts";
import { isRecord } from "#server/kit/rest/body.ts";
import type { Route } from "#server/kit/rest/route.ts";
import { type Json, type ObjectSchema, wholeSchema } from "../openapi/components.ts";
import { exampleInput } from "../openapi/examples.ts";
import { routes } from "../routes.ts";

/** One operation of the public API as a tool: what a host shows, and how it is run. */
export type Tool = {
  name: string;
  title: string;
  description: string;
  inputSchema: Json & { type: "object" };
  outputSchema: Json & { type: "object" };
  annotations: {
    title: string;
    readOnlyHint: boolean;
    destructiveHint: boolean;
    idempotentHint: boolean;
    openWorldHint: boolean;
  };
  /** The heading of its operations in the API reference, as an address has it: conversations, operator-tags. */
  group: string;
  operation: Operation;
  /** The answer is not an object by itself: it stands under this key. */
  wrapped?: "result";
  /** The answer is this key of the output. */
  outputKey?: string;
};

export const groupOf = (tag: string) => tag.toLowerCase().replaceAll(" ", "-");

/** A tool's name, as all hosts take it: letters, digits and _, at most 64. */
const toolName = (operation: Pick<Operation, "name">) => operation.name.replace(".", "_");

function describe({ summary, description, operation: { access } }: Route): string {
  const needs = isPermission(access) ? `Needs the permission ${access} (${permissions[access].toLowerCase()}).` : "";
  return [`${summary}.`, description, needs].filter(Boolean).join(" ");
}

function annotationsOf({ method, risk, summary }: Route): Tool["annotations"] {
  const reads = method === "get";
  return {
    title: summary,
    readOnlyHint: reads,
    destructiveHint: !reads && (method === "delete" || risk !== undefined),
    idempotentHint: method !== "post",
    openWorldHint: risk === "sends",
  };
}

/** Fields that cannot come as JSON are left out: those that must be absent, and a file's bytes. */
function inputSchemaOf(route: Route): Tool["inputSchema"] {
  const { properties = {}, ...rest } = wholeSchema(route.operation.input, "input");
  const usable = Object.entries(properties).filter(
    ([name, property]) => Object.keys(property).length > 0 && name !== route.upload?.part,
  );
  const examples = [exampleInput(route.operation)];
  return { ...rest, type: "object", properties: Object.fromEntries(usable), examples };
}

function outputOf(route: Route): Pick<Tool, "outputSchema" | "wrapped" | "outputKey"> {
  const { $defs, ...whole } = wholeSchema(route.operation.output, "output");
  const key = route.outputKey ? { outputKey: route.outputKey } : {};
  const part: ObjectSchema = route.outputKey ? (whole.properties?.[route.outputKey] ?? {}) : whole;
  const defs = $defs ? { $defs } : {};
  if (part.type === "object") return { ...key, outputSchema: { ...part, ...defs, type: "object" } };
  const outputSchema = { type: "object" as const, properties: { result: part }, required: ["result"], ...defs };
  return { ...key, outputSchema, wrapped: "result" };
}

function toolOf(route: Route): Tool {
  return {
    name: toolName(route.operation),
    title: route.summary,
    description: describe(route),
    inputSchema: inputSchemaOf(route),
    annotations: annotationsOf(route),
    group: groupOf(route.tag),
    operation: route.operation,
    ...outputOf(route),
  };
}

/** Each operation once, by its first row; files to download are none. */
function makeTools(): ReadonlyMap<string, Tool> {
  const made = new Map<string, Tool>();
  for (const route of routes) {
    const name = toolName(route.operation);
    if (!route.produces && !made.has(name)) made.set(name, toolOf(route));
  }
  return made;
}

let kept: ReadonlyMap<string, Tool> | undefined;

/** All tools there are, made when somebody first asks. */
export function allTools(): ReadonlyMap<string, Tool> {
  kept ??= makeTools();
  return kept;
}

/** What a client asked for in the address: reads alone, some headings alone. */
export type Choice = { readonly: boolean; groups?: ReadonlySet<string> };

function mayCall(actor: Actor, { access }: Operation): boolean {
  return access === "anyone" || (isPermission(access) && can(actor, access));
}

const isAction = (name: unknown): name is ActionName => typeof name === "string" && Object.hasOwn(catalogue, name);

/** The actions that a list of actions may hold, without those that the actor could not have done. */
function narrowed(tool: Tool, actor: Actor): Tool | undefined {
  const { properties } = tool.inputSchema as ObjectSchema;
  const items = properties?.actions?.items;
  const forms = isRecord(items) ? items.oneOf : undefined;
  if (!properties || !isRecord(items) || !Array.isArray(forms)) return tool;
  const allowed = forms.filter((form: ObjectSchema) => {
    const name = form.properties?.name?.const;
    return isAction(name) && can(actor, catalogue[name].permission);
  });
  if (allowed.length === 0) return undefined;
  const actions = { ...properties.actions, items: { ...items, oneOf: allowed } };
  return { ...tool, inputSchema: { ...tool.inputSchema, properties: { ...properties, actions } } };
}

/** A tool that the actor has: what it may not do is none. */
export function toolFor(actor: Actor, choice: Choice, name: string): Tool | undefined {
  const tool = allTools().get(name);
  if (!tool || !mayCall(actor, tool.operation)) return undefined;
  if (choice.readonly && !tool.annotations.readOnlyHint) return undefined;
  if (choice.groups && !choice.groups.has(tool.group)) return undefined;
  return narrowed(tool, actor);
}

export function toolsFor(actor: Actor, choice: Choice): Tool[] {
  return [...allTools().keys()].flatMap((name) => toolFor(actor, choice, name) ?? []);
}
