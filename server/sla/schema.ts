import { z } from "zod";
import { knownConditions } from "#server/chatbots/flow/condition-schema.ts";
import { filterConversationsInput } from "#server/conversations/schema.ts";
import { dateOut, idField, ifMatchField } from "#server/core/fields.ts";

export const maxPolicies = 100;
const day = 86_400;

/** The filters of a list of conversations, as far as a conversation itself answers them, and the conditions of flows. */
const conditionsField = filterConversationsInput
  .pick({
    channel: true,
    tags: true,
    teamId: true,
    priority: true,
    phase: true,
    assignedTo: true,
    utmSource: true,
    utmMedium: true,
    customFields: true,
  })
  .extend({
    tree: knownConditions.optional().meta({
      description:
        "All must hold (FlowCondition). slot: name, email or phone of the visitor, a custom field of the conversation, a key of conversationContext or a custom field of the contact, the first of them that has it. business_hours: as they are when it is placed; the passing of time alone places nothing anew.",
    }),
  })
  .strict();
export type SlaConditions = z.output<typeof conditionsField>;

const name = z.string().trim().min(1).max(60);
const seconds = (most: number) => z.int().min(1).max(most).nullable();
const targets = {
  firstResponse: seconds(90 * day),
  nextResponse: seconds(90 * day),
  resolution: seconds(365 * day),
};
const words = {
  name: "Its name.",
  enabled: "Off: it applies to no further conversation, and its clocks stop.",
  conditions:
    "As the filters of GET /v1/conversations, and in tree the conditions that rules and flows know; all of them must hold, none: it fits every conversation. A conversation is placed when it begins and whenever something changes that conditions read.",
  firstResponse: "Seconds until the first human answer, from when a human is needed; null: not promised.",
  nextResponse: "Seconds until each later human answer; null: not promised.",
  resolution: "Seconds until it is closed, from its beginning or reopening; null: not promised.",
  pausesForVisitor: "The resolution's clock stands still while it is the visitor's turn.",
  calendarId: "Calendar whose open time counts; null: the company's default, and all time where there is none.",
};

export const policySchema = z
  .object({
    id: idField,
    name: name.meta({ description: words.name }),
    order: z.int().meta({ description: "Its place, from 0: the first that fits applies." }),
    enabled: z.boolean().meta({ description: words.enabled }),
    conditions: conditionsField.meta({ description: words.conditions }),
    firstResponse: targets.firstResponse.meta({ description: words.firstResponse }),
    nextResponse: targets.nextResponse.meta({ description: words.nextResponse }),
    resolution: targets.resolution.meta({ description: words.resolution }),
    pausesForVisitor: z.boolean().meta({ description: words.pausesForVisitor }),
    calendarId: z.string().nullable().meta({ description: words.calendarId }),
    createdAt: dateOut,
    updatedAt: dateOut,
  })
  .meta({ id: "SlaPolicy", description: "A service level: times that are promised to some conversations." });
export type SlaPolicyView = z.output<typeof policySchema>;

const place = z.int().min(0).max(maxPolicies);
export const createPolicyInput = z.object({
  name: name.meta({ description: words.name }),
  order: place.optional().meta({ description: "Its place, from 0; absent: last." }),
  enabled: z.boolean().default(true).meta({ description: words.enabled }),
  conditions: conditionsField.default({}).meta({ description: words.conditions }),
  firstResponse: targets.firstResponse.default(null).meta({ description: words.firstResponse }),
  nextResponse: targets.nextResponse.default(null).meta({ description: words.nextResponse }),
  resolution: targets.resolution.default(null).meta({ description: words.resolution }),
  pausesForVisitor: z.boolean().default(false).meta({ description: words.pausesForVisitor }),
  calendarId: z.string().max(64).nullable().default(null).meta({ description: words.calendarId }),
});

export const updatePolicyInput = z.object({
  slaPolicyId: z.string(),
  name: name.optional().meta({ description: words.name }),
  order: place.optional().meta({ description: "Its place, from 0." }),
  enabled: z.boolean().optional().meta({ description: words.enabled }),
  conditions: conditionsField.optional().meta({ description: words.conditions }),
  firstResponse: targets.firstResponse.optional().meta({ description: words.firstResponse }),
  nextResponse: targets.nextResponse.optional().meta({ description: words.nextResponse }),
  resolution: targets.resolution.optional().meta({ description: words.resolution }),
  pausesForVisitor: z.boolean().optional().meta({ description: words.pausesForVisitor }),
  calendarId: z.string().max(64).nullable().optional().meta({ description: words.calendarId }),
  ifMatch: ifMatchField,
});
export const policyIdInput = z.object({ slaPolicyId: z.string() });
export const deletePolicyInput = policyIdInput.extend({ ifMatch: ifMatchField });
export const deletedPolicySchema = z.object({ id: idField, deleted: z.literal(true) });
