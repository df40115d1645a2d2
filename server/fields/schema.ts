import { z } from "zod";
import { dateOut, idField, ifMatchField } from "#server/core/fields.ts";
import { fieldEntities, fieldTypes, maxOptions, readCondition } from "./choices.ts";

const entityField = z.enum(fieldEntities).meta({
  description: "What has it: contact or conversation. It cannot be changed later.",
});
const keyField = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .refine((key) => !["__proto__", "constructor", "prototype"].includes(key), { message: "This name is reserved." })
  .meta({ description: "The key in customFields; each field of an entity has another. It cannot be changed later." });
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
    "Without a value here, in the conversation or in its contact, people and tokens cannot close the conversation; bots, rules and silence close it still, and a conversation without a contact needs no value of a contact.",
});

const visibleField = z.boolean().meta({
  description:
    "Visitors see the value in the chat on their site, once there is one that fits. Fields of conversations only; values of all others never reach a visitor.",
});

const personalField = z.boolean().meta({
  description:
    "Its values are personal data: who has a role that masks email or phone is shown •••, and finds, filters and sorts nothing by it. Who has such a role cannot take the mark away.",
});

export const customFieldSchema = z
  .object({
    id: idField,
    entity: entityField,
    key: z.string().meta({ description: "The key in customFields." }),
    label: labelField,
    type: typeField,
    options: optionsField,
    requiredOnClose: requiredField,
    visibleToVisitor: visibleField,
    personalData: personalField,
    createdAt: dateOut,
    updatedAt: dateOut,
  })
  .meta({
    id: "CustomField",
    description: "What a key in customFields means. Keys that nobody has defined take any value.",
  });
export type CustomField = z.output<typeof customFieldSchema>;

export const listFieldsInput = z.object({
  entity: entityField.optional().meta({ description: "Only the fields of this; absent: all." }),
});
export const createFieldInput = z.object({
  entity: entityField.default("contact"),
  key: keyField,
  label: labelField.optional().meta({ description: "What people read; absent: the key." }),
  type: typeField.default("text"),
  options: optionsField.default([]),
  requiredOnClose: requiredField.default(false),
  visibleToVisitor: visibleField.default(false),
  personalData: personalField.default(false),
});
export const updateFieldInput = z.object({
  fieldId: z.string(),
  label: labelField.optional(),
  type: typeField.optional(),
  options: optionsField.optional(),
  requiredOnClose: requiredField.optional(),
  visibleToVisitor: visibleField.optional(),
  personalData: personalField.optional(),
  ifMatch: ifMatchField,
});
export const fieldIdInput = z.object({ fieldId: z.string() });
export const deleteFieldInput = fieldIdInput.extend({ ifMatch: ifMatchField });
export const deletedFieldSchema = z.object({ id: idField, deleted: z.literal(true) });

/** A comma in a value is written %2C where the list is one text. */
export const customList = z
  .union([
    z.string().transform((text) => text.split(",").map((item) => item.replace(/%2C/giu, ",").trim())),
    z.array(z.string()),
  ])
  .transform((items) => items.filter((item) => item !== ""))
  .pipe(
    z
      .array(
        z
          .string()
          .max(400)
          .refine((item) => readCondition(item) !== undefined, {
            message: "A key, then =, >= or <=, then a value; >= and <= compare numbers and days.",
            params: { code: "invalid_value" },
          }),
      )
      .max(20),
  )
  .meta({ type: "array", items: { type: "string" } });
