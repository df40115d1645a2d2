import { z } from "zod";
import { jobStatuses } from "#server/actions/choices.ts";
import { dateOut, idField } from "#server/core/fields.ts";
import { deliveryStates } from "#server/messages/choices.ts";
import { attachmentSchema, messageExtraSchema } from "#server/messages/schema.ts";
import { FileBytes } from "#server/uploads/schema.ts";
import { importOutcomes, maxImportBytes } from "../choices.ts";
import { dateOrders, historySources, maxLines, troubles } from "./choices.ts";

/** A file of a message as the other system names it. */
const pastFileSchema = z.object({ url: z.string(), name: z.string() });

const pastPlaceSchema = z.object({ latitude: z.number(), longitude: z.number(), name: z.string() });

const pastLineSchema = z.object({
  /** Grows with time within its conversation. */
  id: z.number(),
  at: z.string(),
  by: z.enum(["visitor", "team", "bot"]),
  /** Of a person of the team: what is known of them there. */
  author: z.object({ id: z.string(), name: z.string(), email: z.string() }),
  text: z.string(),
  files: z.array(pastFileSchema),
  place: pastPlaceSchema.nullable(),
  note: z.boolean(),
  status: z.enum(deliveryStates),
  deleted: z.boolean(),
});
export type PastLine = z.infer<typeof pastLineSchema>;

const pastContactSchema = z.object({
  kind: z.literal("contact"),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  externalId: z.string(),
  tags: z.array(z.string()),
  custom: z.record(z.string(), z.string()),
  createdAt: z.string().nullable(),
});
export type PastContact = z.infer<typeof pastContactSchema>;

const pastConversationSchema = z.object({
  kind: z.literal("conversation"),
  /** Source id of the contact. */
  contact: z.string(),
  inbox: z.string(),
  status: z.string(),
  tags: z.array(z.string()),
  assignee: z.string(),
  /** What its team is called there; empty: it has none. */
  team: z.string().optional(),
  custom: z.record(z.string(), z.string()),
  createdAt: z.string().nullable(),
  /** Last activity there; empty: not known. */
  mark: z.string(),
  /** The id of its last message there; 0: not known. */
  lastId: z.number(),
  /** Null: they are asked for when it is written. */
  lines: z.array(pastLineSchema).max(maxLines).nullable(),
  /** Lines that are neither a message nor a note. */
  leftOut: z.int(),
});
export type PastConversation = z.infer<typeof pastConversationSchema>;

const pastRecordSchema = z.discriminatedUnion("kind", [pastContactSchema, pastConversationSchema]);
export type PastRecord = z.infer<typeof pastRecordSchema>;

const stagedSchema = z.object({ sourceId: z.string().min(1).max(200), data: pastRecordSchema });
export type Staged = z.infer<typeof stagedSchema>;

const cursorSchema = z.object({
  step: z.enum(["lookups", "contacts", "labels", "conversations"]),
  page: z.int(),
  /** labels: which of those that were found. */
  label: z.int().optional(),
});
export type HistoryCursor = z.infer<typeof cursorSchema>;

const inboxSchema = z.object({
  id: z.string(),
  name: z.string().meta({ description: "What the inbox is called there." }),
  type: z.string().meta({ description: "The other system's word for its kind." }),
});
const agentSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
});
const foundSchema = z.object({
  inboxes: z.array(inboxSchema).meta({ description: "Inboxes of the other system." }),
  agents: z
    .array(agentSchema)
    .meta({ description: "Its people; those with the email address of a person here are them." }),
  authors: z.array(z.string()).meta({ description: "Who wrote in a chat, as the file names them." }),
  labels: z.array(z.string()).default([]).meta({ description: "Its labels: those of contacts become tags." }),
});
export type HistoryFound = z.output<typeof foundSchema>;
export const nothingFound: HistoryFound = { inboxes: [], agents: [], authors: [], labels: [] };

const settingFields = {
  websiteId: z.string().min(1).max(64).meta({ description: "Channel that gets the conversations." }),
  channels: z
    .record(z.string().max(64), z.string().max(64))
    .default({})
    .meta({ description: "Channels of single inboxes, by the inbox's id there; the others go to `websiteId`." }),
  address: z.string().max(2048).default("").meta({
    description: "chatwoot_api: where the installation answers, https://app.chatwoot.com for instance.",
  }),
  accountId: z.string().max(20).default("").meta({ description: "chatwoot_api: the account's number there." }),
  customer: z.string().max(255).default("").meta({
    description:
      "whatsapp_chat: the author who is the customer, as the file names them; empty: by the file's name, else the first.",
  }),
  phone: z.string().max(32).default("").meta({ description: "whatsapp_chat: the customer's number." }),
  dateOrder: z.enum(dateOrders).default("auto").meta({
    description: "whatsapp_chat: the order of day, month and year in the file.",
  }),
  timeZone: z
    .string()
    .max(64)
    .default("UTC")
    .meta({ description: "whatsapp_chat: the time zone of the phone (IANA)." }),
};
const settingsSchema = z.object(settingFields).extend({ fileName: z.string(), uploadId: z.string() });
export type HistorySettings = z.infer<typeof settingsSchema>;

export const startHistoryInput = z
  .object({
    source: z.enum(historySources).meta({ description: "Where it comes from." }),
    name: z.string().trim().min(1).max(100).meta({
      description: "What the run is called: runs of one source and name know each other's contacts and conversations.",
    }),
    accessToken: z
      .string()
      .max(500)
      .default("")
      .meta({ description: "chatwoot_api: an access token of an administrator." }),
    file: z.instanceof(FileBytes).optional().meta({ type: "string", format: "binary", description: "The file." }),
    uploadId: z.string().max(64).optional().meta({ description: "A file that you have uploaded." }),
    text: z.string().max(maxImportBytes).optional().meta({ description: "The file as it is." }),
    fileName: z.string().max(255).default("").meta({ description: "What the file is called." }),
    ...settingFields,
    dryRun: z.boolean().default(false).meta({
      description: "true: everything is read and counted, and nothing is written.",
    }),
  })
  .superRefine(({ source, address, accountId, accessToken, file, uploadId, text }, context) => {
    const add = (path: string, message: string) =>
      context.addIssue({ code: "custom", path: [path], message, params: { code: "required" } });
    if (source === "chatwoot_api") {
      if (!address) add("address", "Say where Chatwoot answers.");
      if (!/^\d+$/.test(accountId)) add("accountId", "The account's number, as its addresses show it.");
      if (!accessToken) add("accessToken", "An access token is needed.");
      return;
    }
    if ([file, uploadId, text].filter((one) => one !== undefined).length !== 1)
      add("file", "Give the file once: file, uploadId or text.");
  });

export const historySchema = z
  .object({
    id: idField.meta({ description: "The job's." }),
    source: z.enum(historySources).meta({ description: "Where it comes from." }),
    name: z.string().meta({ description: "What the run is called." }),
    status: z.enum(jobStatuses),
    reading: z.boolean().meta({ description: "Whether it still looks for what there is: the total grows." }),
    dryRun: z.boolean().meta({ description: "Whether it only counts." }),
    error: z.string().meta({ description: "Why it waits or stopped; empty: nothing is wrong." }),
    errorCode: z.enum(["", ...troubles]).meta({ description: "The same as a code." }),
    retryAt: dateOut.nullable().meta({ description: "When the other system is asked again; null: it does not wait." }),
    ...settingFields,
    fileName: z.string().meta({ description: "What the file is called." }),
    found: foundSchema.meta({ description: "What was found besides contacts and conversations." }),
    total: z.int().meta({ description: "Contacts and conversations found so far." }),
    created: z.int().meta({ description: "That are new here." }),
    updated: z.int().meta({ description: "Conversations that got more messages." }),
    skipped: z.int().meta({ description: "Known already, or deleted here." }),
    failed: z.int().meta({ description: "That could not be taken; each says why." }),
    waiting: z.int().meta({ description: "Not begun." }),
    cancelled: z.int().meta({ description: "Never begun, because the run was stopped." }),
    messages: z.int().meta({ description: "Messages written." }),
    notes: z.int().meta({ description: "Notes written." }),
    leftOut: z.int().meta({ description: "Lines that are neither a message nor a note." }),
    createdAt: dateOut,
    startedAt: dateOut.nullable(),
    finishedAt: dateOut.nullable(),
  })
  .meta({ id: "HistoryImport", description: "A history on its way in from another system, and how far it is." });
export type HistoryView = z.infer<typeof historySchema>;

export const historyIdInput = z.object({ jobId: z.string() });

export const repeatHistoryInput = historyIdInput.extend({
  dryRun: z.boolean().default(false).meta({ description: "true: nothing is written." }),
  websiteId: settingFields.websiteId.optional(),
  channels: settingFields.channels.optional(),
  customer: z.string().max(255).optional().meta({ description: "whatsapp_chat: the author who is the customer." }),
});

export const historyOutcomesInput = historyIdInput.extend({
  outcome: z.enum(importOutcomes).optional().meta({ description: "Only rows that ended so." }),
});

export const stageHistoryInput = z.object({
  jobId: z.string(),
  items: z.array(stagedSchema).max(1000),
  /** Contacts of the run that bear a label, which is asked for by itself. */
  labelled: z.object({ label: z.string().max(50), sourceIds: z.array(z.string()).max(1000) }).optional(),
  cursor: cursorSchema.nullable(),
  found: foundSchema.nullable(),
});

/** A line with its files in our own storage; `missing`: why one is not. */
const storedLineSchema = pastLineSchema.extend({
  type: z.enum(["text/plain", "image", "audio", "video", "file", "location"]),
  attachments: z.array(attachmentSchema),
  kept: messageExtraSchema.shape.files.unwrap(),
  missing: z.string(),
});
export type StoredLine = z.infer<typeof storedLineSchema>;

export const writePeopleInput = z.object({ jobId: z.string(), positions: z.array(z.int()).max(500) });

export const writeThreadInput = z.object({
  jobId: z.string(),
  position: z.int(),
  /** Those that are not here yet. */
  lines: z.array(storedLineSchema).max(maxLines),
  leftOut: z.int(),
});

export const settleHistoryInput = z.object({
  jobId: z.string(),
  /** Why the other system gave nothing; it is asked again after that time, or never. */
  pause: z.object({ code: z.enum(troubles), error: z.string(), retryInMs: z.int().nullable() }).nullable(),
  /** Items that cannot be taken. */
  failed: z.array(z.object({ position: z.int(), code: z.string(), message: z.string() })).max(500),
});
