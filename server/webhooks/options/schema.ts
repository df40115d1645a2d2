import { z } from "zod";
import { dateOut } from "#server/core/fields.ts";
import { retryPlans } from "../choices.ts";

/** What a webhook can be told beyond the contract. Left alone, nothing of it changes anything. */

const operators = z.enum([
  "equals",
  "not_equals",
  "contains",
  "not_contains",
  "exists",
  "missing",
  "greater_than",
  "less_than",
]);

export type ConditionOperator = z.infer<typeof operators>;

const noValue: readonly ConditionOperator[] = ["exists", "missing"];

const conditionSchema = z
  .object({
    field: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .regex(/^[\w-]+(\.[\w-]+)*$/)
      .refine((field) => /^(event|timestamp|data\..+)$/.test(field), {
        message: "must begin with data., or be event or timestamp: a body has nothing else.",
      })
      .meta({ description: "Where in the body, with dots: data.status, data.message.sender.type, event." }),
    operator: operators.meta({
      description:
        "contains: text inside of a text, or a value of a list. greater_than and less_than: of numbers, or of times and texts by their order.",
    }),
    value: z
      .union([z.string().max(500), z.number(), z.boolean(), z.null()])
      .optional()
      .meta({ description: "What it is compared with; none for exists and missing." }),
  })
  .superRefine(({ operator, value }, context) => {
    if (noValue.includes(operator) === (value === undefined)) return;
    const message = noValue.includes(operator) ? `${operator} takes no value.` : `${operator} needs a value.`;
    context.addIssue({ code: "custom", path: ["value"], message, params: { code: "required" } });
  })
  .meta({ id: "WebhookCondition", description: "What must be true of a body for it to be sent." });

export type Condition = z.infer<typeof conditionSchema>;

const retryPlan = z.enum(retryPlans).meta({
  description:
    "contract: retryCount retries, 1, 2, 4, 8 ... seconds apart. day, three_days: 10 or 12 retries, growing from 5 seconds to hours, over that time; retryCount then counts for nothing.",
});
const standardHeaders = z.boolean().meta({
  description:
    "Adds webhook-id, webhook-timestamp and webhook-signature (standardwebhooks.com) to each delivery, beside the other headers. Where it is switched on later, rotate the secret once: some libraries refuse the length of the one before.",
});
const secretOverlap = z.boolean().meta({
  description:
    "A rotation leaves the old secret valid for 24 hours: webhook-signature then has one signature of each, X-Webhook-Secret and X-Webhook-Signature go by the old one until its end. Another rotation within that time replaces the new secret only. Switching it off ends it at once.",
});
const channelIds = z
  .array(z.uuid())
  .max(100)
  .refine((list) => new Set(list).size === list.length, { message: "A channel is named twice." })
  .meta({ description: "Only events of these channels, within websiteId; empty: no such filter." });
const conditions = z
  .array(conditionSchema)
  .max(10)
  .meta({ description: "Only events whose body fulfils all of these; at most 10." });
const callsPerSecond = z
  .int()
  .min(1)
  .max(1000)
  .nullable()
  .meta({ description: "At most so many calls a second, by each process that sends; null: as many as it answers." });
const holdWhilePaused = z.boolean().meta({
  description:
    "Events that happen while it is paused are sent in their order when it goes on, those of the last 7 days. Off: they are not sent, not even later; switching it off during a pause gives up what it holds.",
});

export const newOptions = {
  retryPlan: retryPlan.default("contract"),
  standardHeaders: standardHeaders.default(false),
  secretOverlap: secretOverlap.default(false),
  channelIds: channelIds.default([]),
  conditions: conditions.default([]),
  callsPerSecond: callsPerSecond.default(null),
  holdWhilePaused: holdWhilePaused.default(false),
};

export const changedOptions = {
  retryPlan: retryPlan.optional(),
  standardHeaders: standardHeaders.optional(),
  secretOverlap: secretOverlap.optional(),
  channelIds: channelIds.optional(),
  conditions: conditions.optional(),
  callsPerSecond: callsPerSecond.optional(),
  holdWhilePaused: holdWhilePaused.optional(),
};

export const shownOptions = {
  retryPlan,
  standardHeaders,
  secretOverlap,
  channelIds,
  conditions,
  callsPerSecond,
  holdWhilePaused,
  previousSecretUntil: dateOut.nullable().meta({
    description: "Until when the secret before the last rotation is valid too; null: it is not.",
  }),
  pausedAt: dateOut.nullable().meta({ description: "Since when it is paused; null: it is active." }),
};
