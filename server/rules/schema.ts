import { z } from "zod";
import { actionNames, effects } from "#server/actions/choices.ts";
import { actionList, actionOutcomeSchema } from "#server/actions/schema.ts";
import { conditions as flowConditions } from "#server/chatbots/flow/condition-schema.ts";
import { conversationFilters } from "#server/conversations/schema.ts";
import { dateOut, idField, ifMatchField, wholeNumber } from "#server/core/fields.ts";
import { cursorInput, pageInput, pageOf } from "#server/core/page-fields.ts";
import { triggerConditionsSchema, triggerMatchSchema } from "#server/triggers/schema.ts";
import { isTime, maxMinutes, messageAuthors, ruleModes, ruleRatings, ruleTriggerTypes } from "./choices.ts";

const triggerFields = z.strictObject({
  type: z.enum(ruleTriggerTypes).meta({
    description:
      "An event type, a contact's counts in its latest conversation (an open one before closed ones, never one that only claims it); or a time: no_human_answer (the visitor waits), no_customer_answer (the visitor has been silent since the team or the bot wrote), in_phase, window_closing (before the platform's window ends), date_field.",
  }),
  from: z.enum(messageAuthors).optional().meta({
    description: "Of conversation/message: whose messages; visitor unless given. bot: also what rules write.",
  }),
  rating: z.enum(ruleRatings).optional().meta({
    description:
      "Of csat/received: good, 4 and 5; bad, 1 to 3; any unless given. A comment that is added later sets nothing off.",
  }),
  minutes: z.int().min(-maxMinutes).max(maxMinutes).optional().meta({
    description:
      "Of a time: how long since; of window_closing: how long before. Of date_field: how long after the date, negative: before it.",
  }),
  phaseId: z.string().max(64).optional().meta({ description: "Of in_phase: only this phase; absent: any." }),
  field: z.string().min(1).max(64).optional().meta({
    description:
      "Of date_field: key of a custom field of the contact, or of the conversation's context. A plain date is the start of that day in the company's time zone.",
  }),
});

type Fields = z.infer<typeof triggerFields>;

/** What does not go together. */
function problemOf({ type, from, rating, minutes, phaseId, field }: Fields): [string, string] | undefined {
  if (from !== undefined && type !== "conversation/message") return ["from", "Only of conversation/message."];
  if (rating !== undefined && type !== "csat/received") return ["rating", "Only of csat/received."];
  if (phaseId !== undefined && type !== "in_phase") return ["phaseId", "Only of in_phase."];
  if ((field !== undefined) !== (type === "date_field"))
    return ["field", "A date_field has its field, and no other trigger has one."];
  if (isTime(type) !== (minutes !== undefined)) return ["minutes", "A time has its minutes, and no event has them."];
  if (type !== "date_field" && minutes !== undefined && minutes < 1) return ["minutes", "At least 1."];
  return undefined;
}

export const ruleTriggerSchema = triggerFields
  .superRefine((trigger, context) => {
    const problem = problemOf(trigger);
    if (problem) context.addIssue({ code: "custom", path: [problem[0]], message: problem[1] });
  })
  .meta({ id: "RuleTrigger", description: "What sets a rule off." });
export type RuleTrigger = z.infer<typeof ruleTriggerSchema>;

const {
  sort: _sort,
  search: _search,
  updatedSince: _since,
  fromDate: _from,
  toDate: _to,
  ...filters
} = conversationFilters;
const { matches, channels, businessHours } = triggerConditionsSchema.shape;

const ruleFiltersSchema = z.strictObject(filters).meta({
  id: "RuleFilters",
  description: "The filters of GET /v1/conversations, which the conversation must pass.",
});

/** The conditions of triggers, of the steps of a flow, and the filters of the list: one language, written once. */
const ruleConditionsSchema = z
  .strictObject({
    matches: matches.meta({
      description: "Of conversation/message: any of them is enough; none at all: every message matches.",
    }),
    channels,
    businessHours: businessHours.meta({
      description:
        "Only within, or only outside, the hours of the channel's chatbot, else those of the company's default calendar.",
    }),
    filters: ruleFiltersSchema.optional(),
    tree: flowConditions.optional().meta({
      description:
        "All must hold (FlowCondition). slot: name, email or phone of the visitor, a custom field of the conversation, a key of conversationContext or a custom field of the contact, the first of them that has it. One of an unknown type does not hold.",
    }),
  })
  .meta({
    id: "RuleConditions",
    description:
      "Everything given must hold, of the conversation as it is before the rules of the same cause have run.",
  });
export type RuleConditions = z.infer<typeof ruleConditionsSchema>;

const actionsOut = z
  .array(
    z.object({
      name: z.enum(actionNames),
      input: z.record(z.string(), z.unknown()).meta({ description: "As the body of the route that does the same." }),
    }),
  )
  .meta({ description: "Done one after the other; one that fails stops none of the others." });

const conditionsOut = z
  .object({
    matches: z.array(triggerMatchSchema).meta({ description: "Of a message: any of them is enough; none: all match." }),
    channels: z.array(z.string()).optional().meta({ description: "Names of channels, or their ids." }),
    businessHours: z.enum(["in", "out"]).optional().meta({ description: "Only within, or only outside." }),
    filters: z.record(z.string(), z.unknown()).optional().meta({ description: "RuleFilters." }),
    tree: z.array(z.unknown()).optional().meta({ description: "All must hold (FlowCondition)." }),
  })
  .meta({ description: "Everything given must hold (RuleConditions)." });

const modeField = z.enum(ruleModes).meta({
  description:
    "first: where it runs, no later rule is looked at for the same cause; all: the others are looked at too.",
});

export const ruleSchema = z
  .object({
    id: idField,
    name: z.string(),
    trigger: triggerFields.meta({ description: "What sets it off (RuleTrigger)." }),
    conditions: conditionsOut,
    actions: actionsOut,
    order: z.int().meta({ description: "Its place among the company's rules, from 0: they are looked at in order." }),
    mode: modeField,
    enabled: z.boolean().meta({ description: "Whether it runs." }),
    enabledAt: dateOut.nullable().meta({ description: "Since when: what happened before is left alone." }),
    version: z.int().meta({ description: "Each change counts." }),
    createdAt: dateOut,
    updatedAt: dateOut,
  })
  .meta({ id: "Rule", description: "What is done by itself when something happens, or some time after." });
export type Rule = z.infer<typeof ruleSchema>;

const nameField = z.string().trim().min(1).max(100).meta({ description: "Shown as the author of what it does." });
const orderField = z.int().min(0).max(10_000);
const versionField = z
  .int()
  .optional()
  .meta({ description: "The version that the change was made on; a stale one is refused with 412." });

export const createRuleInput = z.object({
  name: nameField,
  trigger: ruleTriggerSchema,
  conditions: ruleConditionsSchema.prefault({}),
  actions: actionList,
  mode: modeField.default("all"),
  enabled: z.boolean().default(false).meta({ description: "Off unless given: try it out first." }),
  order: orderField.optional().meta({ description: "Its place; absent: the last." }),
});

export const updateRuleInput = z.object({
  ruleId: z.string(),
  name: nameField.optional(),
  trigger: ruleTriggerSchema.optional().meta({ description: "Replaced as a whole." }),
  conditions: ruleConditionsSchema.optional().meta({ description: "Replaced as a whole." }),
  actions: actionList.optional().meta({ description: "Replaced as a whole." }),
  mode: modeField.optional(),
  enabled: z.boolean().optional().meta({ description: "Switches it on or off." }),
  order: orderField.optional().meta({ description: "New place; the others move." }),
  version: versionField,
  ifMatch: ifMatchField,
});

export const ruleIdInput = z.object({ ruleId: z.string() });
export const deleteRuleInput = ruleIdInput.extend({ ifMatch: ifMatchField });
export const deletedRuleSchema = z.object({ id: idField, deleted: z.literal(true) });
export const reorderRulesInput = z.object({
  ruleIds: z.array(z.string()).max(500).meta({ description: "Ids in their new order; those left out come after." }),
});

const ruleWhySchema = z
  .object({
    code: z.enum(["matched", "too_deep", "too_often", "rerun"]).meta({
      description:
        "matched: its trigger came and its conditions held; too_deep: they did, but what set it off was done by rules three deep; too_often: they did, but within an hour a clock or the system has set it off 10 times there, or programs 30 times while the visitor was silent, or 120 times where they write for the visitor; rerun: somebody ran it again.",
    }),
    match: triggerMatchSchema.nullable().meta({ description: "The condition on the text that held; null: none." }),
    held: z.array(z.string()).meta({ description: "The conditions that held, by their names." }),
  })
  .meta({ description: "Why it ran, or was not run." });
export type RuleWhy = z.infer<typeof ruleWhySchema>;

export const ruleRunSchema = z
  .object({
    id: idField,
    ruleId: z.string().meta({ description: "The rule that ran." }),
    conversationId: z.string(),
    visitorName: z.string().meta({ description: "Of the conversation; empty where it may not be read." }),
    trigger: z.enum(ruleTriggerTypes).meta({ description: "What set it off." }),
    eventId: z.string().nullable().meta({ description: "The event that set it off; null: a time, or by hand." }),
    depth: z.int().meta({ description: "1: set off by what no rule did; 2: by what such a run did; at most 3 run." }),
    version: z.int().meta({ description: "Of the rule, as it ran." }),
    outcome: z.enum(effects).meta({ description: "failed: an action failed; skipped: none did anything." }),
    why: ruleWhySchema,
    actions: z.array(actionOutcomeSchema).meta({ description: "How each ended, and why it was skipped or failed." }),
    rerunOf: z.string().nullable().meta({ description: "The run that it repeats." }),
    createdAt: dateOut,
  })
  .meta({ id: "RuleRun", description: "One run of a rule; kept for 30 days." });
export type RuleRun = z.infer<typeof ruleRunSchema>;

export const listRunsInput = z.object({
  ruleId: z.string(),
  outcome: z.enum(effects).optional().meta({ description: "Only runs that ended so." }),
  ...pageInput,
  ...cursorInput,
});
export const runPage = pageOf(ruleRunSchema);
export const rerunInput = z.object({ ruleId: z.string(), runId: z.string() });

const dryRunLimit = wholeNumber(1, 100).default(50).meta({ description: "How many are shown, 1 to 100." });
export const dryRunInput = z.object({
  trigger: ruleTriggerSchema,
  conditions: ruleConditionsSchema.prefault({}),
  limit: dryRunLimit,
});
export const dryRunOneInput = z.object({ ruleId: z.string(), limit: dryRunLimit });

export const dryRunSchema = z
  .object({
    from: dateOut.meta({ description: "7 days ago." }),
    to: dateOut,
    looked: z.int().meta({ description: "How many events, or conversations, were looked at." }),
    matched: z.int().meta({ description: "How often it would have run." }),
    complete: z.boolean().meta({
      description:
        "false: there were too many to look at all, or its regular expressions took too long; the oldest were looked at.",
    }),
    conversations: z
      .array(
        z.object({
          conversationId: z.string(),
          visitorName: z.string(),
          channel: z.string(),
          at: dateOut.meta({ description: "When it would last have run there." }),
          runs: z.int().meta({ description: "How often it would have run there." }),
          why: ruleWhySchema,
        }),
      )
      .meta({ description: "Where, the latest first; only what its caller may read. The numbers are of all." }),
  })
  .meta({
    id: "RuleDryRun",
    description:
      "Where a rule would have run in the last 7 days. What happened is as it was then; the conversations are looked at as they are now.",
  });
export type RuleDryRun = z.infer<typeof dryRunSchema>;
