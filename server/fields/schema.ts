import { z } from "zod";
import { dateOut, idField, ifMatchField } from "#server/core/fields.ts";
import { fieldEntities, fieldTypes, maxOptions } from "./choices.ts";

const keyField = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .refine((key) => !["__proto__", "constructor", "prototype"].includes(key), { message: "This name is reserved." })
  .meta({ description: "The key in customFields; each field has another. It cannot be changed later." });
const labelField = z.string().trim().min(1).max(100).meta({ description: "What people read." });
const typeField = z.enum(fieldTypes).meta({
  description:
    "What its values are: text; a number; a day, YYYY-MM-DD; true or false; one of the options; an address, http or https.",
});
const optionsField = z
  .array(z.string().trim().min(1).max(200))
  .max(maxOptions)
  .meta({ description: "The values of a list, in the order they are offered; of every other type: none." });
const requiredField = z.boolean().meta({
  description:
    "A conversation whose contact has no value here cannot be closed by people and tokens; bots, rules and silence close it still.",
});

export const customFieldSchema = z
  .object({
    id: idField,
    entity: z.enum(fieldEntities).meta({ description: "What has it: contact." }),
    key: z.string().meta({ description: "The key in customFields." }),
    label: labelField,
    type: typeField,
    options: optionsField,
    requiredOnClose: requiredField,
    createdAt: dateOut,
    updatedAt: dateOut,
  })
  .meta({
    id: "CustomField",
    description: "What a key in customFields means. Keys that nobody has defined take any value.",
  });
export type CustomField = z.output<typeof customFieldSchema>;

export const createFieldInput = z.object({
  entity: z.enum(fieldEntities).default("contact").meta({ description: "What has it: contact." }),
  key: keyField,
  label: labelField.optional().meta({ description: "What people read; absent: the key." }),
  type: typeField.default("text"),
  options: optionsField.default([]),
  requiredOnClose: requiredField.default(false),
});
export const updateFieldInput = z.object({
  fieldId: z.string(),
  label: labelField.optional(),
  type: typeField.optional(),
  options: optionsField.optional(),
  requiredOnClose: requiredField.optional(),
  ifMatch: ifMatchField,
});
export const fieldIdInput = z.object({ fieldId: z.string() });
export const deleteFieldInput = fieldIdInput.extend({ ifMatch: ifMatchField });
export const deletedFieldSchema = z.object({ id: idField, deleted: z.literal(true) });
