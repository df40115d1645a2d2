import { z } from "zod";

/** The conditions of nodes and actions. */

/** Where a conversation takes place, as customers and conditions name it. */
export const flowChannels = ["WEBSITE", "WHATSAPP", "FACEBOOK", "INSTAGRAM"] as const;
export type FlowChannel = (typeof flowChannels)[number];

export const slotOperators = ["filled", "empty", "equals", "not_equals", "contains", "not_contains", "one_of"] as const;

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

const knownCondition = z.discriminatedUnion("type", [slotCondition, channelCondition, hoursCondition, tagCondition]);

/** One condition of the language that nodes and actions understand; groups may nest. */
export const conditionSchema: z.ZodType<FlowCondition> = z
  .union([
    knownCondition,
    z.looseObject({
      type: z.enum(["all", "any"]),
      conditions: z.array(z.lazy(() => anyCondition)).max(50),
    }),
    z.looseObject({
      type: z.literal("not"),
      condition: z.lazy(() => anyCondition),
    }),
  ])
  .meta({
    id: "FlowCondition",
    description: "slot, channel, business_hours or tag; all, any and not combine others.",
  });

export type FlowCondition =
  | z.infer<typeof knownCondition>
  | { type: "all" | "any"; conditions: unknown[] }
  | { type: "not"; condition: unknown };

export const conditionTypes = ["slot", "channel", "business_hours", "tag", "all", "any", "not"] as const;

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
