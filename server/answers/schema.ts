import { z } from "zod";
import { channelNames } from "#server/conversations/choices.ts";
import { commaListOf, dateOut, idField, ifMatchField } from "#server/core/fields.ts";
import { cursorInput, pageInput, pageOf } from "#server/core/page-fields.ts";
import { uploadedFileSchema } from "#server/uploads/schema.ts";
import { answerScopes, answerSorts, maxFiles } from "./choices.ts";

const answerFileSchema = uploadedFileSchema
  .pick({ id: true, name: true, type: true, size: true, width: true, height: true, durationMs: true, url: true })
  .meta({ id: "AnswerFile", description: "A file of a ready answer, kept as long as the answer has it." });
export type AnswerFile = z.infer<typeof answerFileSchema>;

export const answerSchema = z
  .object({
    id: idField,
    shortcut: z.string().meta({ description: 'What is typed after "/".' }),
    title: z.string(),
    category: z.string(),
    text: z.string(),
    scope: z.enum(answerScopes).meta({ description: "private: its owner alone sees it; company: everybody does." }),
    channels: z.array(z.enum(channelNames)).meta({ description: "Where it is offered; empty: everywhere." }),
    files: z.array(answerFileSchema).meta({ description: "Sent along with it, as copies." }),
    uses: z.int().meta({ description: "How often it was used." }),
    createdAt: dateOut,
    updatedAt: dateOut,
  })
  .meta({ id: "ReadyAnswer", description: 'A ready answer, inserted with "/" in the composer.' });
export type ReadyAnswer = z.infer<typeof answerSchema>;

export const answerPage = pageOf(answerSchema);

const shortcutField = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[\p{L}\p{N}][\p{L}\p{N}_-]{0,39}$/u, { message: "Letters, digits, - and _, at most 40." })
  .meta({ description: "What is typed after \"/\"; unique among the company's, and among each person's own." });
const textField = z.string().trim().min(1).max(4096).meta({
  description:
    "May hold {{contact.firstName|there}}, {{agent.firstName}}, {{contact.custom.KEY}}, {{conversation.custom.KEY}} and prompts {{ask:Order number}}; what follows | stands in where there is no value.",
});
const titleField = z.string().trim().max(100).meta({ description: "What it is about." });
const categoryField = z.string().trim().max(50).meta({ description: "The group it stands in." });
const scopeField = z.enum(answerScopes).meta({ description: "company needs clients_write, for all contacts." });
const channelsField = z.array(z.enum(channelNames)).max(channelNames.length);
const filesField = z
  .array(z.string().max(64))
  .max(maxFiles)
  .meta({ description: "Ids of POST /v1/uploads that no message has taken, or of files that it has already." });

export const createAnswerInput = z.object({
  shortcut: shortcutField,
  text: textField,
  title: titleField.default(""),
  category: categoryField.default(""),
  scope: scopeField.default("company"),
  channels: channelsField.default([]),
  files: filesField.default([]),
});
export const updateAnswerInput = z.object({
  answerId: z.string(),
  shortcut: shortcutField.optional(),
  text: textField.optional(),
  title: titleField.optional(),
  category: categoryField.optional(),
  scope: scopeField.optional(),
  channels: channelsField.optional(),
  files: filesField.optional(),
  ifMatch: ifMatchField,
});
export const answerIdInput = z.object({ answerId: z.string() });
export const deleteAnswerInput = answerIdInput.extend({ ifMatch: ifMatchField });
export const deletedAnswerSchema = z.object({ id: idField, deleted: z.literal(true) });

export const listAnswersInput = z.object({
  search: z.string().trim().max(200).optional().meta({
    description: "Part of shortcut, title or text, ignoring case and accents.",
  }),
  category: z.string().trim().max(50).optional().meta({ description: "Only those of this group." }),
  scope: z.enum(answerScopes).optional().meta({ description: "Only the person's own, or only the company's." }),
  channel: commaListOf(channelNames).optional().meta({ description: "Offered on any of these kinds of channel." }),
  sort: z.enum(answerSorts).default("uses:desc").meta({ description: "Most used first unless given." }),
  ...pageInput,
  ...cursorInput,
});
export type AnswerFilters = Pick<z.output<typeof listAnswersInput>, "search" | "category" | "scope" | "channel">;

export const askedField = z
  .record(z.string().max(200), z.string().max(1000))
  .default({})
  .meta({ description: "What was answered to its prompts, by their label." });

export const useAnswerInput = z.object({ conversationId: z.string(), answerId: z.string(), asked: askedField });

export const usedAnswerSchema = z
  .object({
    text: z.string().meta({ description: "With its variables filled; what is missing stays as it is written." }),
    missing: z.array(z.string()).meta({
      description: "Variables without a value and without a fallback; while there are any it must not be sent.",
    }),
    files: z.array(uploadedFileSchema).meta({
      description: "Copies of its files, which a message takes by uploadId.",
    }),
  })
  .meta({ id: "RenderedAnswer", description: "A ready answer as it reads in one conversation." });
export type UsedAnswer = z.infer<typeof usedAnswerSchema>;

export const valuesSchema = z.object({
  contact: z.object({
    name: z.string(),
    email: z.string(),
    phone: z.string(),
    custom: z.record(z.string(), z.unknown()),
  }),
  conversation: z.object({ custom: z.record(z.string(), z.unknown()) }),
  agent: z.object({ name: z.string() }),
});
export const valuesInput = z.object({ conversationId: z.string() });
