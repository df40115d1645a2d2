import { z } from "zod";
import { dateIn, dateOut, idField } from "#server/core/fields.ts";
import { languages } from "../choices.ts";
import { appearancePatch, chatbotSchema, chatbotSettingsSchema, questionNodeSchema } from "../schema.ts";

/** Inputs and answers of what configures a chatbot. */

export const chatbotIdInput = z.object({ chatbotId: z.string() });

const ifMatch = z.string().max(200).optional();

export const saveSettingsInput = chatbotIdInput.extend({
  settings: chatbotSettingsSchema,
  ifMatch: ifMatch.meta({ description: "The version that the change was made on; a stale one is refused." }),
});

/** A node as it is sent: one without an id is given one. */
export const questionNodeInput = questionNodeSchema
  .extend({ id: z.int().min(0).optional().meta({ description: "Unique; a missing one is given." }) })
  .meta({ id: "QuestionNodeInput", description: "One step of a chatbot's flow, as it is sent." });

export const saveQuestionListInput = chatbotIdInput.extend({
  nodes: z.array(questionNodeInput).max(1000).meta({ description: "The complete list: what is left out is gone." }),
  ifMatch: ifMatch.meta({
    description: "The version the change was made on, as ETag gave it; a stale one is refused.",
  }),
});

const versionField = z.int().meta({ description: "Grows by one with each save of the list." });

export const questionListSchema = z.object({ version: versionField, nodes: z.array(questionNodeSchema) });

/** As it stands in a path: like other ids, what cannot be a version is not found. */
export const versionInput = chatbotIdInput.extend({ version: z.coerce.string().max(200) });

export const restoreVersionInput = versionInput.extend({ ifMatch: saveQuestionListInput.shape.ifMatch });

export const versionSchema = z
  .object({
    version: versionField,
    createdAt: dateOut,
    author: z.string().meta({ description: "Who saved it." }),
    nodeCount: z.int(),
  })
  .meta({ id: "QuestionListVersion", description: "A question list as it was before a later save." });

export const saveAppearanceInput = chatbotIdInput.extend({ appearance: appearancePatch });

const nameField = z.string().trim().min(1).max(255);

export const createChatbotInput = z.object({
  name: nameField.meta({ description: "Internal name." }),
  title: z.string().trim().max(255).optional().meta({ description: "Shown to visitors; the name unless given." }),
  lang: z.enum(languages).default("en"),
  copyOf: z.string().optional().meta({ description: "Id of a chatbot whose settings, flow and looks are copied." }),
});

export const updateChatbotInput = chatbotIdInput.extend({
  name: nameField.optional(),
  title: nameField.optional(),
  enabled: z.boolean().optional(),
  muted: z.boolean().optional(),
});

export const deletedChatbotSchema = z.object({ id: idField, deleted: z.literal(true) });

/** A chatbot as its own screens know it. */
export const chatbotDetailsSchema = chatbotSchema.extend({
  enabled: z.boolean(),
  version: versionField,
  nodeCount: z.int(),
});

export const funnelInput = chatbotIdInput.extend({
  from: dateIn.meta({ description: "First day, UTC." }),
  to: dateIn.meta({ description: "Last day, UTC, included." }),
});

export const funnelSchema = z.object({
  nodes: z.array(
    z.object({
      internalName: z.string(),
      id: z.int().nullable().meta({ description: "Null: the list has no such node any more." }),
      entered: z.int().meta({ description: "Times it was asked or said." }),
      answered: z.int(),
      gaveUp: z.int().meta({ description: "Times that no try was a right answer." }),
      abandoned: z.int().meta({ description: "Asked, and neither answered nor given up: where visitors leave." }),
    }),
  ),
});
