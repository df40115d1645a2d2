import { z } from "zod";
import { dateOut, idField } from "#server/core/fields.ts";
import { cursorInput, pageInput, paginationSchema } from "#server/core/page-fields.ts";
import { templateMessageStatuses } from "#server/templates/choices.ts";
import { mediaField, templateNumber, whatsappEventSchema } from "#server/templates/schema.ts";
import { campaignStatuses, sendRates } from "./choices.ts";

export const maxRecipients = 50_000;

const counterNames = [...templateMessageStatuses, "answered"] as const;
const counterSchema = z
  .object(
    Object.fromEntries(counterNames.map((name) => [name, z.int()])) as Record<(typeof counterNames)[number], z.ZodInt>,
  )
  .meta({ id: "WhatsAppEventCounter", description: "Messages by their current status, and recipients who answered." });
export type Counter = z.infer<typeof counterSchema>;

const campaign = {
  id: idField,
  name: z.string(),
  templateId: z.string(),
  status: z.enum(campaignStatuses),
  scheduledAt: dateOut,
  sentCount: z.int().meta({ description: "sent + delivered + read." }),
  failedCount: z.int().meta({ description: "failed + invalid." }),
  channelId: idField,
  stopReason: z.string().nullable().meta({ description: "Why it is STOPPED." }),
  startedAt: dateOut.nullable(),
  finishedAt: dateOut.nullable(),
  createdAt: dateOut,
};

const campaignSchema = z
  .object(campaign)
  .meta({ id: "WhatsAppCampaign", description: "A template sent to a list of contacts." });
export const simpleCampaignSchema = z
  .object({ ...campaign, eventCounter: counterSchema })
  .meta({ id: "WhatsAppCampaignSimple" });
export const fullCampaignSchema = z
  .object({ ...campaign, eventCounter: counterSchema, events: z.array(whatsappEventSchema) })
  .meta({ id: "WhatsAppCampaignFull" });

function listAmong<const T extends string>(known: readonly T[]) {
  return z
    .union([z.string(), z.array(z.string())])
    .transform((value) =>
      (typeof value === "string" ? value.split(",") : value).map((one) => one.trim()).filter(Boolean),
    )
    .transform((values, context): T[] => {
      const found = values.flatMap((value) => known.find((one) => one.toLowerCase() === value.toLowerCase()) ?? []);
      if (found.length === values.length) return found;
      context.addIssue({ code: "custom", message: `Only ${known.join(", ")}.`, params: { code: "invalid_value" } });
      return z.NEVER;
    });
}

export const listCampaignsInput = z.object({
  channelId: z.string().optional(),
  status: listAmong(campaignStatuses).optional().meta({ description: "Comma-separated statuses." }),
  search: z.string().trim().max(200).optional().meta({ description: "Part of the name." }),
  ...pageInput,
});
export const campaignPage = z.object({ pagination: paginationSchema, result: z.array(campaignSchema) });

export const campaignIdInput = z.object({ campaignId: z.string(), channelId: z.string().optional() });
export const exportCampaignInput = z.object({ campaignId: z.string(), cursor: z.string().max(2000).optional() });
export const exportCampaignOutput = z.object({
  fileName: z.string(),
  csv: z.string().meta({ description: "A piece of the file; the first begins with the heads of the columns." }),
  rows: z.int(),
  nextCursor: z.string().nullable(),
});

/** What fills a variable: a fixed text, a field of the contact (name, email, phone or custom), a column of the CSV. */
export const sourceSchema = z.object({
  from: z.enum(["text", "contact", "column"]),
  value: z.string().max(1024),
  fallback: z.string().max(1024).default("").meta({ description: "Where the contact or row has nothing." }),
});
export type Source = z.infer<typeof sourceSchema>;

/** Filters as the contact list takes them, e.g. `{ "status": "new,active" }`; a list where items may hold commas. */
const rawFilters = z
  .record(z.string().max(40), z.union([z.string().max(2000), z.array(z.string().max(2000)).max(200)]))
  .refine((map) => Object.keys(map).length <= 20, { message: "At most 20 filters." });

const audienceSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("filters"), filters: rawFilters }),
  z.object({ type: z.literal("tags"), tags: z.array(z.string().trim().min(1).max(50)).min(1).max(50) }),
  z.object({ type: z.literal("contacts"), contactIds: z.array(z.string().max(64)).min(1).max(10_000) }),
  z.object({
    type: z.literal("csv"),
    text: z.string().min(1).max(1_000_000).meta({ description: "With a header row." }),
    phoneColumn: z.string().max(200).optional().meta({ description: "Found by its name unless given." }),
  }),
]);
export type CampaignAudience = z.infer<typeof audienceSchema>;

const content = {
  channelId: z.string(),
  templateId: templateNumber,
  audience: audienceSchema,
  variables: z.record(z.string().max(64), sourceSchema).default({}),
  media: mediaField.optional(),
};

export const createCampaignInput = z.object({
  ...content,
  campaignId: z.uuid().optional().meta({
    description: "As the dry run named it: asked for again, it is the campaign that was made, and no second one.",
  }),
  name: z.string().trim().min(1).max(255),
  scheduledAt: z.string().max(40).optional().meta({
    description: "Without an offset: in the company's time zone. At most a year ahead, not past. Absent: now.",
  }),
  sendRate: z
    .int()
    .min(sendRates.least)
    .max(sendRates.most)
    .default(sendRates.usual)
    .meta({ description: "Messages per minute." }),
});

export const dryRunInput = z.object(content);
export const dryRunSchema = z.object({
  campaignId: idField.meta({ description: "Of the campaign that may be made of what was counted." }),
  total: z.int(),
  sendable: z.int(),
  excluded: z.array(z.object({ code: z.string(), reason: z.string(), count: z.int() })),
  rows: z.array(
    z.object({
      row: z.int().nullable().meta({ description: "Row of the CSV, as a spreadsheet counts them, empty ones too." }),
      destination: z.string(),
      name: z.string(),
      code: z.string(),
      reason: z.string(),
    }),
  ),
  samples: z.array(z.object({ destination: z.string(), name: z.string(), text: z.string() })),
});

export const testSendInput = z.object({
  channelId: z.string(),
  templateId: templateNumber,
  variables: z.record(z.string().max(64), sourceSchema).default({}),
  media: mediaField.optional(),
  destination: z.string().trim().min(1).max(32).meta({ description: "Your own number." }),
});

export const campaignDetailSchema = z.object({
  campaign: simpleCampaignSchema,
  template: z.object({
    id: z.string(),
    elementName: z.string(),
    language: z.string(),
    text: z.string(),
    category: z.string(),
  }),
  audience: z.object({ type: z.string(), description: z.string() }),
  variables: z.record(z.string(), sourceSchema),
  sendRate: z.int(),
  recipients: z.int().nullable().meta({ description: "null until the audience is frozen." }),
  stopCode: z.string().nullable(),
  createdBy: z.string(),
  failures: z.array(z.object({ code: z.string(), reason: z.string(), count: z.int() })),
});

export const recipientsInput = z.object({
  campaignId: z.string(),
  status: listAmong([...templateMessageStatuses, "answered"]).optional(),
  search: z.string().trim().max(200).optional().meta({ description: "Part of number or name." }),
  limit: pageInput.limit,
  ...cursorInput,
});

const recipientSchema = whatsappEventSchema.extend({
  name: z.string(),
  contactId: z.string(),
  conversationId: z.string(),
  sentAt: dateOut.nullable(),
  deliveredAt: dateOut.nullable(),
  readAt: dateOut.nullable(),
  answeredAt: dateOut.nullable(),
});
export const recipientPage = z.object({ pagination: paginationSchema, data: z.array(recipientSchema) });

export const copySchema = z.object({
  channelId: z.string(),
  templateId: z.string(),
  name: z.string(),
  audience: audienceSchema,
  variables: z.record(z.string(), sourceSchema),
  media: mediaField.nullable(),
  sendRate: z.int(),
});
