import { z } from "zod";

/** The conditions of nodes and actions. */

/** Where a conversation takes place, as customers and conditions name it. */
export const flowChannels = ["WEBSITE", "WHATSAPP", "FACEBOOK", "INSTAGRAM"] as const;
export type FlowChannel = (typeof flowChannels)[number];

const slotOperators = ["filled", "empty", "equals", "not_equals", "contains", "not_contains", "one_of"] as const;

const slotCondition = z.looseObject({
  type: z.literal("slot"),
  slot: z.string().min(1).max(64).meta({ description: "name, email, phone, or slot_id / internal_name of a node." }),
  operator: z.enum(slotOperators),
  value: z
    .union([z.string().max(512), z.number(), z.boolean(), z.array(z.string().max(512)).max(100)])
    .optional()
    .meta({ description: "Compared as text without regard to case and accents; a list for one_of." }),
});

const channelCondition = z.looseObject({
  type: z.literal("channel"),
  value: z.union([z.enum(flowChannels), z.array(z.enum(flowChannels)).min(1)]),
});

const hoursCondition = z.looseObject({ type: z.literal("business_hours"), value: z.enum(["in", "out"]) });

const tagCondition = z.looseObject({
  type: z.literal("tag"),
  operator: z.enum(["has", "has_not"]).default("has"),
  value: z.string().min(1).max(50),
});

const groupCondition = z.looseObject({
  type: z.enum(["all", "any"]),
  conditions: z.array(z.lazy(() => anyCondition)).max(50),
});

const oppositeCondition = z.looseObject({ type: z.literal("not"), condition: z.lazy(() => anyCondition) });

const knownCondition = z.discriminatedUnion("type", [slotCondition, channelCondition, hoursCondition, tagCondition]);

/** One condition of the language that nodes and actions understand; groups may nest. */
export const conditionSchema: z.ZodType<FlowCondition> = z
  .union([knownCondition, groupCondition, oppositeCondition])
  .meta({
    id: "FlowCondition",
    description: "slot, channel, business_hours or tag; all, any and not combine others.",
  });

export type FlowCondition =
  | z.infer<typeof knownCondition>
  | { type: "all" | "any"; conditions: unknown[] }
  | { type: "not"; condition: unknown };

const conditionTypes = ["slot", "channel", "business_hours", "tag", "all", "any", "not"] as const;

const isOfKnownType = (value: unknown) =>
  typeof value === "object" && value !== null && conditionTypes.some((type) => type === Reflect.get(value, "type"));

const within = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce(
    (inner, key) => (typeof inner === "object" && inner !== null ? Reflect.get(inner, key) : undefined),
    value,
  );

/** A condition of a known type must be well formed; anything else is kept as it is. */
const anyCondition: z.ZodType<unknown> = z.unknown().superRefine((value, context) => {
  if (!isOfKnownType(value)) return;
  for (const { message, ...issue } of conditionSchema.safeParse(value).error?.issues ?? []) {
    // Without a message of its own: the schema that parses the whole supplies it.
    if (issue.code === "custom") context.addIssue({ ...issue, message, path: [...issue.path] });
    else context.addIssue({ ...issue, input: within(value, issue.path) } as z.core.$ZodRawIssue);
  }
});

export const conditions = z.array(anyCondition).max(100);
export const conditionsToShow = conditions.meta({
  description: "All must hold (FlowCondition). One of an unknown type is kept and counts as fulfilled: the node shows.",
});
export const conditionsToExecute = conditions.meta({
  description: "All must hold (FlowCondition). One of an unknown type is kept and counts as not fulfilled: no action.",
});

const fieldsOf: Readonly<Record<(typeof conditionTypes)[number], readonly string[]>> = {
  slot: Object.keys(slotCondition.shape),
  channel: Object.keys(channelCondition.shape),
  business_hours: Object.keys(hoursCondition.shape),
  tag: Object.keys(tagCondition.shape),
  all: Object.keys(groupCondition.shape),
  any: Object.keys(groupCondition.shape),
  not: Object.keys(oppositeCondition.shape),
};

type Stray = { path: PropertyKey[]; message: string };

/** The first condition, or field of one, that the language does not know, in conditions that are well formed. */
function strayIn(value: unknown, path: PropertyKey[]): Stray | undefined {
  const known = conditionSchema.safeParse(value).data;
  if (!known && isOfKnownType(value)) return undefined;
  if (!known) return { path, message: `A condition is an object whose type is one of ${conditionTypes.join(", ")}.` };
  const field = Object.keys(known).find((key) => !fieldsOf[known.type].includes(key));
  if (field !== undefined)
    return { path: [...path, field], message: `A condition of type ${known.type} has no such field.` };
  if (known.type === "not") return strayIn(known.condition, [...path, "condition"]);
  if (known.type !== "all" && known.type !== "any") return undefined;
  return strayAmong(known.conditions, [...path, "conditions"]);
}

function strayAmong(values: readonly unknown[], path: PropertyKey[]): Stray | undefined {
  for (const [at, value] of values.entries()) {
    const stray = strayIn(value, [...path, at]);
    if (stray) return stray;
  }
  return undefined;
}

/** For whoever keeps nothing that it cannot judge. */
export const knownConditions = conditions.superRefine((values, context) => {
  const stray = strayAmong(values, []);
  if (stray) context.addIssue({ code: "custom", ...stray });
});
