import { z } from "zod";
import { dateOut, idField } from "#server/core/fields.ts";
import { daysOf, maxReason, type RetentionKind, retentionKinds } from "./choices.ts";

const kindField = z.enum(retentionKinds).meta({
  description:
    "conversations: closed ones, since their last message; messages: what was said, the message itself stays; files: of messages; events: what they tell of people; payloads: of webhooks, platforms and fulfillment; logs: requests, runs of rules, decisions, notifications. Messages, files and events count from when they came in, not from an earlier time that was imported with them.",
});

const retentionRuleSchema = z
  .object({
    kind: kindField,
    days: z.int().nullable().meta({ description: "Older ones are removed; null: they are kept." }),
    removed: z.int().meta({ description: "How many were removed so far." }),
    removedAt: dateOut.nullable().meta({ description: "When some were removed last; null: never." }),
  })
  .meta({ id: "RetentionRule", description: "For how long a kind of data is kept." });
export type RetentionRuleView = z.output<typeof retentionRuleSchema>;

export const retentionSchema = z.object({
  rules: z.array(retentionRuleSchema).meta({ description: "One of each kind." }),
});

const daysField = (kind: RetentionKind) => z.int().min(daysOf[kind].least).max(daysOf[kind].most);
const describedDays = (kind: RetentionKind) =>
  `Days, ${daysOf[kind].least} to ${daysOf[kind].most}; null: kept. What is not given stays.`;

export const updateRetentionInput = z.object({
  conversations: daysField("conversations")
    .nullish()
    .meta({ description: describedDays("conversations") }),
  messages: daysField("messages")
    .nullish()
    .meta({ description: describedDays("messages") }),
  files: daysField("files")
    .nullish()
    .meta({ description: describedDays("files") }),
  events: daysField("events")
    .nullish()
    .meta({ description: describedDays("events") }),
  payloads: daysField("payloads")
    .nullish()
    .meta({ description: describedDays("payloads") }),
  logs: daysField("logs")
    .nullish()
    .meta({ description: describedDays("logs") }),
});

const asked = (kind: RetentionKind) =>
  z.coerce
    .number()
    .pipe(daysField(kind))
    .optional()
    .meta({ description: `As if ${kind} were kept for so many days; absent: as it is set.` });

export const previewRetentionInput = z.object({
  conversations: asked("conversations"),
  messages: asked("messages"),
  files: asked("files"),
  events: asked("events"),
  payloads: asked("payloads"),
  logs: asked("logs"),
});

export const retentionPreviewSchema = z.object({
  counts: z
    .array(
      z.object({
        kind: kindField,
        days: z.int().meta({ description: "For how many days it would be kept." }),
        count: z.int().meta({ description: "How many would be removed now." }),
      }),
    )
    .meta({ description: "One of each kind that is set or asked for." }),
  held: z
    .boolean()
    .meta({ description: "Whether everything is under a legal hold: nothing is removed until it ends." }),
});

export const legalHoldSchema = z
  .object({
    id: idField,
    contactId: z.string().nullable().meta({ description: "This contact, with all its conversations." }),
    conversationId: z.string().nullable().meta({ description: "This conversation. Both null: everything." }),
    subject: z.string().meta({ description: "Name of the contact or visitor today; empty: everything, or nobody." }),
    reason: z.string().meta({ description: "Why." }),
    createdBy: z.string().meta({ description: "Name of who set it." }),
    createdAt: dateOut,
    releasedAt: dateOut.nullable().meta({ description: "When it was released; null: it holds." }),
    releasedBy: z.string().meta({ description: "Name of who released it; empty: nobody." }),
  })
  .meta({ id: "LegalHold", description: "What nobody may delete, and no retention removes, until it is released." });
export type LegalHoldView = z.output<typeof legalHoldSchema>;

export const createHoldInput = z
  .object({
    contactId: z.string().optional().meta({ description: "A contact, with all its conversations." }),
    conversationId: z
      .string()
      .optional()
      .meta({ description: "A conversation. With neither: everything of the company." }),
    reason: z.string().trim().min(1).max(maxReason).meta({ description: "Why; the audit log keeps it too." }),
  })
  .refine((given) => !(given.contactId && given.conversationId), {
    message: "Name a contact or a conversation, not both.",
    path: ["conversationId"],
  });

export const holdIdInput = z.object({ legalHoldId: z.string() });
