import { z } from "zod";
import { dateOut, idField, ifMatchField, newTagField } from "#server/core/fields.ts";

const matchTypes = ["phrase", "contains", "startswith", "endswith", "equals", "regex"] as const;
export type MatchType = (typeof matchTypes)[number];

export const triggerMatchSchema = z
  .object({
    type: z.enum(matchTypes).meta({
      description:
        "phrase: these words in this order, anywhere; contains: also inside of words; startswith, endswith, equals; regex: RE2 syntax (no look-around, no back-references).",
    }),
    value: z.string().trim().min(1).max(512).meta({ description: "Compared without regard to case and accents." }),
  })
  .meta({ id: "TriggerMatch" });

export type TriggerMatch = z.infer<typeof triggerMatchSchema>;

/** H11. Unknown keys are kept. */
export const triggerConditionsSchema = z
  .looseObject({
    matches: z.array(triggerMatchSchema).max(50).default([]).meta({
      description: "Any of them is enough; none at all: every message matches, unless the trigger has nothing to do.",
    }),
    channels: z
      .array(z.string().min(1).max(64))
      .max(100)
      .optional()
      .meta({ description: "WEBSITE, WHATSAPP, FACEBOOK, INSTAGRAM or channel ids; absent or empty: all." }),
    businessHours: z.enum(["in", "out"]).optional().meta({ description: "Only within, or only outside, the hours." }),
  })
  .meta({ id: "TriggerConditions", description: "When a trigger fires: everything given must hold." });

export type TriggerConditions = z.infer<typeof triggerConditionsSchema>;

const answer = z.string().max(4096);

const triggerActionsSchema = z
  .looseObject({
    response: z
      .union([answer, z.array(answer).max(20)])
      .optional()
      .meta({ description: "What the bot answers; several texts are several messages." }),
    stopNextMessage: z.boolean().default(true).meta({
      description: "The message is dealt with: no question of the flow follows. A jump goes on all the same.",
    }),
    ignoreLead: z
      .boolean()
      .default(false)
      .meta({ description: "Nothing that the visitor tells in this message becomes a contact." }),
    assignTo: z
      .array(z.string().max(64))
      .max(50)
      .optional()
      .meta({ description: "User ids that TRIGGER assignment rotates among." }),
    tag: z
      .union([z.literal(""), newTagField])
      .optional()
      .meta({ description: "Business tag put on the conversation." }),
    goToName: z.string().max(64).optional().meta({
      description: "internal_name of the node to go on with; ignored where the chatbot has none of this name.",
    }),
    operatorNeeded: z.boolean().optional().meta({ description: "Hand over to a person." }),
    once: z
      .boolean()
      .optional()
      .meta({ description: "Fires once in a conversation, which then carries the system tag fired_<trigger id>." }),
  })
  .meta({ id: "TriggerActions", description: "What a trigger does." });

export type TriggerActions = z.infer<typeof triggerActionsSchema>;

const triggerTypes = ["message"] as const;
const nameField = z.string().trim().min(1).max(255);

export const triggerSchema = z
  .object({
    id: idField,
    name: z.string(),
    type: z.string().meta({ description: "message: tried at each message of a visitor, before the flow." }),
    enabled: z.boolean(),
    conditions: triggerConditionsSchema,
    actions: triggerActionsSchema,
    order: z.int().meta({ description: "Place among the company's triggers, from 0: the first that matches fires." }),
    updatedAt: dateOut,
  })
  .meta({ id: "Trigger", description: "An automatic answer or rule that runs before a chatbot's flow." });

export type Trigger = z.infer<typeof triggerSchema>;

export const createTriggerInput = z.object({
  name: nameField,
  type: z.enum(triggerTypes).default("message"),
  enabled: z.boolean().default(true),
  conditions: triggerConditionsSchema.prefault({}),
  actions: triggerActionsSchema.prefault({}),
});

export const replaceTriggerInput = createTriggerInput.extend({ triggerId: z.string(), ifMatch: ifMatchField });

export const updateTriggerInput = z.object({
  triggerId: z.string(),
  name: nameField.optional(),
  type: z.enum(triggerTypes).optional(),
  enabled: z.boolean().optional(),
  conditions: triggerConditionsSchema.optional().meta({ description: "Replaced as a whole." }),
  actions: triggerActionsSchema.optional().meta({ description: "Replaced as a whole." }),
  order: z.int().min(0).max(1000).optional().meta({ description: "New place; the others move." }),
  ifMatch: ifMatchField,
});

export const triggerIdInput = z.object({ triggerId: z.string() });
export const deletedTriggerSchema = z.object({ id: idField, deleted: z.literal(true) });

export const reorderTriggersInput = z.object({
  triggerIds: z.array(z.string()).max(500).meta({ description: "Ids in their new order; those left out come after." }),
});

export const messageChannels = ["WEBSITE", "WHATSAPP", "FACEBOOK", "INSTAGRAM"] as const;

export const tryTriggersInput = z.object({
  text: z.string().max(4096),
  channel: z.enum(messageChannels).default("WEBSITE"),
  channelId: z.string().max(64).optional(),
  open: z.boolean().default(true).meta({ description: "Within business hours." }),
});

const triggerVerdicts = ["fires", "shadowed", "disabled", "channel", "hours", "text", "done"] as const;

export const tryTriggersSchema = z.object({
  fired: idField.nullable(),
  rules: z.array(
    z.object({
      id: idField,
      name: z.string(),
      verdict: z.enum(triggerVerdicts).meta({
        description:
          "fires; shadowed: it matches, but an earlier one fires; otherwise what keeps it from firing (done: it fires once, and has).",
      }),
      match: triggerMatchSchema.nullable().meta({ description: "The condition on the text that holds, if any." }),
    }),
  ),
});
