import { z } from "zod";
import { dateOut, idField } from "#server/core/fields.ts";

export const viewPages = ["inbox", "pipeline", "contacts"] as const;
export type ViewPage = (typeof viewPages)[number];

export const savedViewSchema = z
  .object({
    id: idField,
    page: z.enum(viewPages),
    name: z.string(),
    query: z.string().meta({ description: "The page's filters as they stand in its address." }),
    createdAt: dateOut,
  })
  .meta({ description: "A set of filters that a person has saved." });

export type SavedView = z.infer<typeof savedViewSchema>;

const nameField = z.string().trim().min(1).max(100);
const queryField = z.string().max(4000);

export const listViewsInput = z.object({ page: z.enum(viewPages).optional() });
export const createViewInput = z.object({ page: z.enum(viewPages), name: nameField, query: queryField });
export const updateViewInput = z.object({
  viewId: z.string(),
  name: nameField.optional(),
  query: queryField.optional(),
});
export const viewIdInput = z.object({ viewId: z.string() });

export const cannedSchema = z
  .object({
    id: idField,
    shortcut: z.string(),
    text: z.string(),
    createdAt: dateOut,
    updatedAt: dateOut,
  })
  .meta({ description: 'A ready answer, inserted with "/" in the composer.' });

export type CannedResponse = z.infer<typeof cannedSchema>;

const shortcutField = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[\p{L}\p{N}][\p{L}\p{N}_-]{0,39}$/u, { message: "Letters, digits, - and _, at most 40." })
  .meta({ description: 'What is typed after "/".' });
const textField = z.string().trim().min(1).max(4096);

export const createCannedInput = z.object({ shortcut: shortcutField, text: textField });
export const updateCannedInput = z.object({
  cannedId: z.string(),
  shortcut: shortcutField.optional(),
  text: textField.optional(),
});
export const cannedIdInput = z.object({ cannedId: z.string() });
export const deletedSchema = z.object({ id: z.string(), deleted: z.literal(true) });
