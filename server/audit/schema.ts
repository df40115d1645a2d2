import { z } from "zod";
import { dateIn, dateOut, idField } from "#server/core/fields.ts";
import { auditKinds } from "#server/core/words.ts";
import { auditSources } from "./choices.ts";

export const auditSubjectKinds = [
  "conversation",
  "contact",
  "user",
  "phase",
  "tag",
  "channel",
  "chatbot",
  "token",
  "webhook",
  "company",
  "integration",
  "template",
  "campaign",
  "trigger",
  "task",
  "team",
  "role",
  "rule",
  "field",
  "sla",
  "calendar",
  "macro",
  "answer",
  "other",
] as const;

/** What did it on behalf of the actor; empty: the actor by hand. */
export const auditWays = ["", "bulk", "macro", "rule", "undo"] as const;

export const auditEntrySchema = z
  .object({
    id: idField,
    at: dateOut,
    type: z.string().meta({ description: "Type of the event." }),
    operation: z.string().meta({ description: "The command that did it; empty where it is not known." }),
    via: z.object({
      way: z.enum(auditWays),
      id: z.string().meta({ description: "Of the job, the macro or the rule; empty: by hand." }),
    }),
    actor: z.object({
      type: z.enum(["user", "token", "visitor", "robot", "system"]),
      id: z.string().meta({ description: "A token's is that of its owner." }),
      name: z.string(),
      ownerName: z.string().meta({ description: "Whose token it was; empty for others." }),
    }),
    subject: z.object({
      kind: z.enum(auditSubjectKinds),
      id: z.string(),
      name: z.string().meta({ description: "Its name today; empty when it is gone or has none." }),
      number: z.int().nullable().meta({ description: "A template's public number; null for others." }),
      exists: z.boolean(),
    }),
    /** What the sentence needs besides: a tag, a phase, a person. */
    to: z.string(),
    data: z.record(z.string(), z.unknown()).meta({ description: "What the event carries." }),
  })
  .meta({ description: "One deed of the audit log." });

export type AuditEntry = z.infer<typeof auditEntrySchema>;

const exportedThings = ["conversations", "contacts", "campaign", "audit", "person", "reports", "transcript"] as const;

export const noteExportInput = z.object({
  what: z.enum(exportedThings),
  id: z
    .string()
    .max(64)
    .optional()
    .meta({ description: "Of a campaign, of the contact that a person is, or of the conversation of a transcript." }),
  filters: z.record(z.string(), z.unknown()).default({}),
});

export const notedExportSchema = z.object({ noted: z.literal(true) });

const filters = {
  by: z.enum(auditSources).optional(),
  userId: z.string().max(64).optional().meta({ description: "A person; also what their tokens did." }),
  kind: z.enum(auditKinds).optional(),
  search: z.string().trim().max(200).optional().meta({ description: "A name, a text, or a record's id." }),
  from: dateIn.optional(),
  to: dateIn.optional(),
};

export const listAuditInput = z.object({
  ...filters,
  limit: z.int().min(1).max(100).default(50),
  cursor: z.string().max(2000).optional(),
});

export type AuditFilters = Omit<z.output<typeof listAuditInput>, "limit" | "cursor">;

export const listAuditOutput = z.object({
  data: z.array(auditEntrySchema),
  nextCursor: z.string().nullable(),
  searchedTo: dateOut.nullable().meta({
    description: "How far back was looked, where the page is not full although older events remain.",
  }),
});

export const exportAuditInput = z.object({ ...filters, cursor: z.string().max(2000).optional() });

export const exportAuditOutput = z.object({
  csv: z.string().meta({ description: "A piece of the file; the first begins with the heads of the columns." }),
  rows: z.int(),
  nextCursor: z.string().nullable(),
});
