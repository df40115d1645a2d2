import { z } from "zod";
import { clientMessageIdField, fileInput, outboundTypes, requireContent } from "#server/messages/schema.ts";
import { mediaField, templateNumber, variablesField } from "#server/templates/schema.ts";

const kinds = ["contactId", "phone", "email", "visitorId"] as const;
export type RecipientKind = (typeof kinds)[number];

const required = { code: "required" };

/** Whom to write to: exactly one way of naming a person. */
export const recipientField = z
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

/** The body of a message as sending takes it; a plain text is a message of type text/plain. */
export const draftField = z
  .union([
    z
      .string()
      .max(4096)
      .transform((body) => ({ type: "text/plain" as const, body })),
    z.object({
      type: z.enum(outboundTypes).default("text/plain"),
      body: z.string().max(4096).optional().meta({ description: "Text, 1 to 4096 characters, for text/plain." }),
      message: fileInput.optional().meta({ description: "The file, for image, video, audio and file." }),
      response_options: z.array(z.string().min(1).max(80)).max(20).optional(),
      clientMessageId: clientMessageIdField.optional(),
    }),
  ])
  .superRefine(requireContent)
  .meta({ description: "What to say; a text alone is the body of a text/plain." });

export const templateField = z
  .object({
    templateId: templateNumber.optional(),
    elementName: z.string().max(512).optional(),
    language: z.string().max(16).optional(),
    variables: variablesField.optional(),
    params: variablesField.optional().meta({ description: "The same as variables." }),
    media: mediaField.optional(),
  })
  .superRefine((given, context) => {
    if (given.templateId !== undefined || (given.elementName !== undefined && given.language !== undefined)) return;
    const message = "Name the template: templateId, or elementName and language.";
    context.addIssue({ code: "custom", path: ["templateId"], message, params: required });
  })
  .meta({ anyOf: [{ required: ["templateId"] }, { required: ["elementName", "language"] }] });

export const startInput = z
  .object({
    channelId: z.string(),
    to: recipientField,
    message: draftField.optional().meta({ description: "Free text, inside the 24-hour window." }),
    template: templateField.optional().meta({ description: "An approved template of the channel, at any time." }),
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
    messageId: z.string(),
    contactId: z.string().meta({ description: "Empty where nothing is known of the visitor but an id." }),
  })
  .meta({ id: "StartedConversation", description: "Where a message to a person went." });

export type StartInput = z.output<typeof startInput>;
export type Recipient = z.output<typeof recipientField>;
