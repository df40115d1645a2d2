import { z } from "zod";
import { dateOut, idField, ifMatchField, newTagField } from "#server/core/fields.ts";

export const operatorTagSchema = z
  .object({ id: idField, name: z.string(), color: z.string().meta({ description: "#RRGGBB" }), updatedAt: dateOut })
  .meta({ id: "OperatorTag", description: "A label that the team offers itself for conversations and contacts." });

export type OperatorTag = z.infer<typeof operatorTagSchema>;

const colorField = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/, { message: "A colour looks like #1A2B3C." })
  .transform((color) => color.toUpperCase())
  .meta({ description: "#RRGGBB" });

export const createTagInput = z.object({ name: newTagField, color: colorField });
export const updateTagInput = z.object({
  tagId: z.string(),
  name: newTagField.optional(),
  color: colorField.optional(),
  ifMatch: ifMatchField,
});
export const tagIdInput = z.object({ tagId: z.string() });
export const deletedTagSchema = operatorTagSchema.extend({ deleted: z.literal(true) });
