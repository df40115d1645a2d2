import { z } from "zod";
import { startFlowInput } from "#server/chatbots/schema.ts";
import { updateContactInput } from "#server/contacts/schema.ts";
import { noteInput } from "#server/conversations/noting/schema.ts";
import { closeInput, moveInput, writableFields } from "#server/conversations/schema.ts";
import { assignFields, assignTeamInput, requireAssignment } from "#server/conversations/teams/schema.ts";
import { keptSnoozeFields, priorityField } from "#server/conversations/triage/schema.ts";
import { newTagField, tagField } from "#server/core/fields.ts";
import { replyInput, requireContent } from "#server/messages/schema.ts";
import { createTaskInput } from "#server/tasks/schema.ts";
import { sendTemplateInput } from "#server/templates/schema.ts";
import { type ActionName, actionNames, effects } from "./choices.ts";

const nothing = z.object({});
const { conversationId: _of, ...replyFields } = replyInput.shape;
const { contactId: _contact, ifMatch: _version, ...contactFields } = updateContactInput.shape;
const { templateId, variables, params, media } = sendTemplateInput.shape;

const dueInMinutes = z
  .int()
  .min(1)
  .max(525_600)
  .optional()
  .meta({ description: "Due so many minutes from when it runs; dueAt, where it is given, wins." });

/** What each action takes: the body of the route that does the same to one conversation. */
export const actionInputs = {
  reply: z.object(replyFields).superRefine(requireContent),
  template: z.object({ templateId: templateId.unwrap(), variables, params, media }),
  note: noteInput.omit({ conversationId: true, clientNoteId: true }),
  assign: z.object(assignFields).superRefine(requireAssignment),
  assign_team: assignTeamInput,
  tag_add: z.object({ tag: newTagField }),
  tag_remove: z.object({ tag: tagField }),
  contact_tag_add: z.object({ tag: newTagField }),
  contact_tag_remove: z.object({ tag: tagField }),
  priority: z.object({ priority: priorityField }),
  snooze: z.object(keptSnoozeFields).superRefine(({ until, minutes }, context) => {
    if ((until === undefined) === (minutes === undefined))
      context.addIssue({ code: "custom", path: ["until"], message: "Say until when, or for how many minutes." });
  }),
  unsnooze: nothing,
  phase: moveInput.omit({ conversationId: true }),
  amount: z.object({ amount: writableFields.shape.amount.unwrap() }),
  bot_on: nothing,
  bot_off: nothing,
  close: closeInput.omit({ conversationId: true }),
  open: nothing,
  contact_set: z.object(contactFields),
  task_create: createTaskInput.omit({ conversationId: true, contactId: true }).extend({ dueInMinutes }),
  webhook_call: z.object({ webhookId: z.string().min(1).meta({ description: "A webhook of the company." }) }),
  start_flow_at: startFlowInput.omit({ conversationId: true }),
} as const satisfies Record<ActionName, z.ZodType>;

export type ActionInputs = typeof actionInputs;
/** An action with its input, as lists of actions are kept. */
export type ActionCall<N extends ActionName = ActionName> = {
  [K in N]: { name: K; input: z.output<ActionInputs[K]> };
}[N];

const optional: ReadonlySet<ActionName> = new Set(["unsnooze", "bot_on", "bot_off", "open"]);

function callOf(name: ActionName) {
  const input: z.ZodType = actionInputs[name].meta({ description: "As the body of the route that does the same." });
  return z.object({ name: z.literal(name), input: optional.has(name) ? input.prefault({}) : input });
}

type CallSchema = ReturnType<typeof callOf>;

const maxActions = 20;

/** A list of actions, done one after the other. */
export const actionList = z
  .array(
    z.discriminatedUnion("name", actionNames.map(callOf) as unknown as [CallSchema, ...CallSchema[]], {
      error: ({ code }) => (code === "invalid_union" ? `must be one of ${actionNames.join(", ")}` : undefined),
    }),
  )
  .min(1)
  .max(maxActions)
  .meta({ description: "1 to 20 actions, done one after the other; one that fails stops none of the others." });

const whySchema = z.object({
  code: z.string().meta({ description: "unchanged: it was so already; no_contact; or an error's code." }),
  message: z.string().meta({ description: "A sentence for people." }),
  missing: z
    .array(z.string())
    .optional()
    .meta({ description: "Names of the custom fields that must be filled in first, where that is why." }),
});

export const actionOutcomeSchema = z
  .object({
    name: z.string().meta({ description: "The action; of an undo, what it restored." }),
    outcome: z.enum(effects).meta({ description: "How it ended." }),
    why: whySchema.nullable().meta({ description: "Why it was skipped or has failed; null: it was done." }),
  })
  .meta({ id: "ActionOutcome", description: "How one action on one conversation ended." });

export type ActionOutcome = z.infer<typeof actionOutcomeSchema>;
