import { z } from "zod";
import { dateOut, idField } from "#server/core/fields.ts";

export const noteSchema = z
  .object({
    id: idField,
    text: z.string(),
    createdAt: dateOut,
    updatedAt: dateOut,
    authorId: z.string(),
    authorName: z.string(),
  })
  .meta({ id: "Note", description: "An internal note on a contact; never shown to the visitor." });

export type Note = z.infer<typeof noteSchema>;

const messageField = z.string().trim().min(1).max(5000).meta({ description: "1 to 5000 characters." });

export const listNotesInput = z.object({ contactId: z.string() });
export const createNoteInput = z.object({ contactId: z.string(), message: messageField });
export const noteIdInput = z.object({ contactId: z.string(), noteId: z.string() });
export const updateNoteInput = noteIdInput.extend({ message: messageField });
export const deletedNoteSchema = z.object({ id: z.string(), deleted: z.literal(true) });
