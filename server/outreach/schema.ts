import { z } from "zod";
import { cancelIfField, draftField, sendAtField, templateField } from "#server/scheduled/schema.ts";

const kinds = ["contactId", "phone", "email", "visitorId"] as const;
export type RecipientKind = (typeof kinds)[number];

const required = { code: "required" };

/** Whom to write to: exactly one way of naming a person. */
const recipientField = z
  .object({
    contactId: z.string().min(1).max(64).optional(),
    phone: z.string().trim().min(1).max(32).optional().meta({ description: "Best with + and country code." }),
    email: z.string().trim().min(1).max(254).optional(),
    visitorId: z.string().trim().min(1).max(128).optional().meta({ description: "The visitor's id on the channel." }),
    name: z.string().trim().max(255).optional().meta({ description: "Of a contact that is made for it." }),
  })
  .superRefine((given, context) => {
    const named = kinds.filter((kind) => given[kind] !== undefined);
    if (named.length === 1) return;
    const message = "Give exactly one of contactId, phone, email, visitorId.";
    context.addIssue({ code: "custom", path: named[1] ? [named[1]] : [], message, params: required });
  })
  .meta({ oneOf: kinds.map((kind) => ({ required: [kind] })) });

export const startInput = z
  .object({
    channelId: z.string(),
    to: recipientField,
    message: draftField.optional().meta({ description: "Free text, inside the 24-hour window." }),
    template: templateField.optional().meta({ description: "An approved template of the channel, at any time." }),
    sendAt: sendAtField.optional().meta({ description: "Sends it later; the conversation is there at once." }),
    cancelIf: cancelIfField.default([]),
    newConversation: z
      .boolean()
      .default(false)
      .meta({ description: "Begins another conversation, also where one is open." }),
    from: z
      .string()
      .trim()
      .min(1)
      .max(64)
      .optional()
      .meta({ description: "Sender id; unless given, the person who calls, or the token's owner." }),
  })
  .superRefine(({ message, template }, context) => {
    if ((message === undefined) !== (template === undefined)) return;
    const path = [message === undefined ? "message" : "template"];
    context.addIssue({ code: "custom", path, message: "Give either message or template.", params: required });
  })
  .meta({ oneOf: [{ required: ["message"] }, { required: ["template"] }] });

export const startedSchema = z
  .object({
    conversationId: z.string(),
    messageId: z.string().meta({ description: "Empty for a message that is to be sent later." }),
    scheduledMessageId: z.string().optional().meta({ description: "Of a message that is to be sent later." }),
    contactId: z.string().meta({
      description:
        "Empty where nothing is known of the visitor but an id, and for who is shown people masked and named none.",
    }),
  })
  .meta({ id: "StartedConversation", description: "Where a message to a person went." });

export type StartInput = z.output<typeof startInput>;
export type Recipient = z.output<typeof recipientField>;

/** Whom to look at before anything is written. */
export const reachInput = z.object({ to: recipientField });

const wayField = z.object({
  channelId: z.string(),
  type: z.string(),
  label: z.string(),
  writes: z.enum(["freely", "template", "nothing"]).meta({ description: "What can be sent there now." }),
  reason: z.enum(["", "window", "no_phone", "unreadable_phone", "never_wrote", "not_connected"]).meta({
    description:
      "Why no more than that: the 24-hour window is over, no number is known, they never wrote, the channel is cut off.",
  }),
});
export type Way = z.output<typeof wayField>;

export const reachSchema = z.object({
  contact: z.object({ id: z.string(), name: z.string() }).nullable(),
  phone: z.string().meta({ description: "With + and country code; empty where none is known." }),
  ways: z.array(wayField),
});

export const offersInput = reachInput.extend({ channelId: z.string() });
