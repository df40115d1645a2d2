import { z } from "zod";
import { jobStatuses } from "#server/actions/choices.ts";
import { commaList, dateOut, idField, tagField } from "#server/core/fields.ts";
import { FileBytes } from "#server/uploads/schema.ts";
import { customPrefix, importFields, importKeys, importOutcomes, isForbidden, maxImportBytes } from "./choices.ts";

const fieldName = z
  .string()
  .max(300)
  .refine((name) => !isForbidden(name), { message: "This name is reserved.", params: { code: "forbidden_key" } })
  .refine((name) => name === "" || name.startsWith(customPrefix) || importFields.some((field) => field === name), {
    message: `One of ${importFields.join(", ")}, or ${customPrefix} and a name.`,
  });

const mappingField = z.record(z.string().max(1000), fieldName.nullable());

/** A form has only texts. */
const mappingInput = z
  .preprocess((value, context) => {
    if (typeof value !== "string") return value;
    try {
      return JSON.parse(value);
    } catch {
      context.addIssue({ code: "custom", message: "Not JSON.", params: { code: "invalid_json" } });
      return z.NEVER;
    }
  }, mappingField)
  .meta({
    description:
      "What the columns mean, by their names: a field, `customFields.` and a name, or null to leave one out. Columns that are not named here are known by their names.",
    type: "object",
    additionalProperties: { type: ["string", "null"] },
  });

const optionFields = {
  matchBy: commaList
    .pipe(z.array(z.enum(importKeys)))
    .default([...importKeys])
    .meta({
      description:
        "By what somebody is known to be there already: externalId, email, phone, tried in this order. Roles that are shown email or phone masked match without it.",
      type: "array",
      items: { type: "string", enum: importKeys },
    }),
  existing: z
    .enum(["update", "skip"])
    .default("update")
    .meta({ description: "What happens to somebody who is there: filled cells replace, or nothing." }),
  tags: commaList
    .pipe(z.array(tagField).max(20))
    .default([])
    .meta({ description: "Tags for everybody in the file.", type: "array", items: { type: "string" } }),
  events: z.boolean().default(false).meta({
    description:
      "true: contact/created and contact/updated for every row, as if each were written by itself. Without it webhooks hear nothing of an import, and lists by updatedSince show it.",
  }),
};

const optionsSchema = z.object(optionFields).extend({ websiteId: z.string().default("") });
export type ImportOptions = z.infer<typeof optionsSchema>;

export const importContactsInput = z
  .object({
    file: z.instanceof(FileBytes).optional().meta({ type: "string", format: "binary", description: "The CSV." }),
    uploadId: z.string().max(64).optional().meta({ description: "A file that you have uploaded." }),
    text: z.string().max(maxImportBytes).optional().meta({ description: "The CSV as it is." }),
    fileName: z.string().max(255).default("").meta({ description: "What the file is called." }),
    websiteId: z.string().max(64).optional().meta({ description: "Channel where new contacts originate." }),
    mapping: mappingInput.default({}),
    ...optionFields,
    dryRun: z.boolean().default(false).meta({ description: "true: nothing is written; what would be is told." }),
  })
  .superRefine(({ file, uploadId, text }, context) => {
    if ([file, uploadId, text].filter((one) => one !== undefined).length === 1) return;
    const message = "Give the CSV once: file, uploadId or text.";
    context.addIssue({ code: "custom", path: ["file"], message, params: { code: "required" } });
  });

const rowFaultSchema = z.object({
  field: z.string().meta({ description: "What is wrong; empty: the row as a whole." }),
  code: z.string(),
  message: z.string(),
});
export type RowFault = z.infer<typeof rowFaultSchema>;

const counts = {
  total: z.int().meta({ description: "Rows under the header." }),
  created: z.int().meta({ description: "Rows that made a contact." }),
  updated: z.int().meta({ description: "Rows of somebody who was there." }),
  skipped: z.int().meta({ description: "Rows of somebody who was there and stays as they are." }),
  failed: z.int().meta({ description: "Rows that could not be taken; each says why." }),
};

const columnSchema = z.object({
  name: z.string(),
  field: z.string().nullable().meta({ description: "What it means; null: it is left out." }),
  samples: z.array(z.string()).meta({ description: "Its first cells." }),
});

export const importReportSchema = z
  .object({
    jobId: z.string().nullable().meta({ description: "Null of a dry run." }),
    total: counts.total,
    fileName: z.string().meta({ description: "What the file is called." }),
    encoding: z.string().meta({ description: "How its letters are written, as found." }),
    delimiter: z.string().meta({ description: "What stands between its cells, as found." }),
    columns: z.array(columnSchema).meta({ description: "Its columns, in their order." }),
    created: counts.created.optional(),
    updated: counts.updated.optional(),
    skipped: counts.skipped.optional(),
    failed: counts.failed.optional(),
    faults: z
      .array(
        z.object({
          row: z.int().meta({ description: "Its place in the file, empty rows counted; the header usually is 1." }),
          cells: z.array(z.string()).meta({ description: "As the file has them." }),
          faults: z.array(rowFaultSchema).meta({ description: "Everything that is wrong with it." }),
        }),
      )
      .optional()
      .meta({ description: "The first rows that would fail, of a dry run." }),
  })
  .meta({ id: "ContactImportReport", description: "An import that has begun (202), or what one would do (200)." });
export type ImportReport = z.infer<typeof importReportSchema>;

export const contactImportSchema = z
  .object({
    id: idField.meta({ description: "The job's." }),
    status: z.enum(jobStatuses),
    fileName: z.string().meta({ description: "What the file is called." }),
    ...counts,
    waiting: z.int().meta({ description: "Not begun." }),
    cancelled: z.int().meta({ description: "Never begun, because the import was cancelled." }),
    createdAt: dateOut,
    startedAt: dateOut.nullable(),
    finishedAt: dateOut.nullable(),
  })
  .meta({ id: "ContactImport", description: "A file of contacts, and how far it is." });
export type ContactImportView = z.infer<typeof contactImportSchema>;

export const importIdInput = z.object({ jobId: z.string() });

export const importOutcomesInput = importIdInput.extend({
  outcome: z.enum(importOutcomes).optional().meta({ description: "Only rows that ended so." }),
});
