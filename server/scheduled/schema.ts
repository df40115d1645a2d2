import { z } from "zod";
import { clientMessageIdField, dateIn, dateOut, idField } from "#server/core/fields.ts";
import { fileInput, messageSchema, outboundTypes, requireContent } from "#server/messages/schema.ts";
import { mediaField, templateNumber, variablesField } from "#server/templates/schema.ts";
import { cancelReasons, type Draft } from "./choices.ts";

const required = { code: "required" };

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
      replyToId: z
        .string()
        .min(1)
        .max(64)
        .optional()
        .meta({ description: "The message of the conversation it answers." }),
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
    clientMessageId: clientMessageIdField.optional(),
  })
  .superRefine((given, context) => {
    if (given.templateId !== undefined || (given.elementName !== undefined && given.language !== undefined)) return;
    const message = "Name the template: templateId, or elementName and language.";
    context.addIssue({ code: "custom", path: ["templateId"], message, params: required });
  })
  .meta({ anyOf: [{ required: ["templateId"] }, { required: ["elementName", "language"] }] });

export const sendAtField = dateIn.meta({
  description: "When it leaves, ISO 8601 with any offset; at most ten years ahead.",
});
export const cancelIfField = z
  .union([z.enum(cancelReasons), z.array(z.enum(cancelReasons)).max(cancelReasons.length)])
  .transform((given) => [...new Set(typeof given === "string" ? [given] : given)])
  .meta({
    description:
      "What takes it back by itself: a reply of the visitor or of the team, or the closing; one of them, or several.",
  });

export const scheduledSchema = z
  .object({
    id: idField,
    conversationId: idField,
    sendAt: dateOut.meta({ description: "When it leaves, UTC." }),
    message: z.custom<Draft["message"] | null>().meta({
      type: ["object", "null"],
      properties: {
        type: { type: "string", enum: outboundTypes, description: "What it is." },
        body: { type: "string", description: "Of text: its words." },
        message: { type: "object", description: "Of a file: uploadId or url, fileName, caption, voice." },
        replyToId: { type: "string", description: "Id of the message it answers." },
        response_options: { type: "array", items: { type: "string" }, description: "Answers to choose from." },
        clientMessageId: { type: "string", description: "The sender's own id of it." },
      },
      description: "The message, as sending takes it; null for a template.",
    }),
    template: z.custom<Draft["template"] | null>().meta({
      type: ["object", "null"],
      description: "The template with its variables; null for a message.",
    }),
    text: z.string().meta({ description: "What it will say." }),
    from: z.string().meta({ description: "Sender id." }),
    userName: z.string().meta({ description: "Who scheduled it." }),
    cancelIf: z.array(z.string()).meta({ description: "What takes it back by itself." }),
    held: z
      .boolean()
      .meta({ description: "Sent in the inbox and kept back for the seconds in which it can be undone." }),
    error: z.string().meta({ description: "Why it could not be sent, as an error code; empty while it waits." }),
    createdAt: dateOut,
    updatedAt: dateOut,
  })
  .meta({ id: "ScheduledMessage", description: "A message that waits for its time." });

type Scheduled = z.infer<typeof scheduledSchema>;
/** As screens get it: the way there takes what may be null for what may be absent. */
export type ScheduledMessage = Omit<Scheduled, "message" | "template"> &
  Partial<Pick<Scheduled, "message" | "template">>;

const one = { conversationId: z.string(), scheduledId: z.string() };
export const scheduledIdInput = z.object(one);
export const conversationInput = z.object({ conversationId: z.string() });

const oneOf = (fields: { message?: unknown; template?: unknown }, context: z.RefinementCtx) => {
  if ((fields.message === undefined) !== (fields.template === undefined)) return;
  const path = [fields.message === undefined ? "message" : "template"];
  context.addIssue({ code: "custom", path, message: "Give either message or template.", params: required });
};

export const scheduleInput = z
  .object({
    conversationId: z.string(),
    sendAt: sendAtField,
    message: draftField.optional(),
    template: templateField.optional().meta({ description: "An approved template of the channel." }),
    cancelIf: cancelIfField.default([]),
    from: z.string().trim().min(1).max(64).optional().meta({ description: "Sender id; unless given, who calls." }),
  })
  .superRefine(oneOf)
  .meta({ oneOf: [{ required: ["message"] }, { required: ["template"] }] });

export const rescheduleInput = z.object({
  ...one,
  sendAt: sendAtField.optional(),
  message: draftField.optional().meta({ description: "Another message in its place." }),
  template: templateField.optional().meta({ description: "Another template in its place." }),
  cancelIf: cancelIfField.optional(),
});

/** What became of a reply of the inbox: kept back for an undo, or sent. */
export const heldOrSentSchema = z.object({ held: scheduledSchema.nullable(), message: messageSchema.nullable() });

/** A template that is sent in the composer. */
export const holdTemplateInput = z.object({ conversationId: z.string(), template: templateField });
export const heldOrSentTemplateSchema = z.object({ held: scheduledSchema.nullable(), messageId: idField.nullable() });

export const canceledSchema = scheduledSchema.extend({ deleted: z.literal(true) });
export const sentSchema = z.object({ conversationId: idField, messageId: idField });
