import { z } from "zod";
import { clientMessageIdField, dateOut, idField } from "#server/core/fields.ts";

export const noteInput = z.object({
  conversationId: z.string(),
  message: z.string().trim().min(1).max(5000),
  mentions: z.array(z.string().max(64)).max(50).default([]).meta({
    description:
      "Ids of people who are told of it, and see the conversation and answer in it until it closes; the id of a team stands for its active members. Who writes the note is left out.",
  }),
  clientNoteId: clientMessageIdField.optional().meta({
    description: "Made by the client: a repeat by the same person answers the first note and creates nothing.",
  }),
});

export const noteSchema = z
  .object({
    id: idField,
    text: z.string(),
    createdAt: dateOut,
    updatedAt: dateOut,
    authorId: z.string(),
    authorName: z.string(),
    mentions: z
      .array(z.string())
      .meta({ description: "Ids of the people who are named in it, those of a named team each." }),
    conversationId: z.string(),
    afterSeq: z.int().meta({ description: "The note stands after the message of this seq." }),
    clientNoteId: z.string().nullable().meta({ description: "The writer's own id of the note; null: none." }),
  })
  .meta({ id: "ConversationNote", description: "An internal note in a conversation; never shown to the visitor." });

export type ConversationNote = z.infer<typeof noteSchema>;
