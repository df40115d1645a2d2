import { z } from "zod";
import { sourceSchema } from "#server/campaigns/schema.ts";
import { contactStatuses } from "#server/core/words.ts";
import type { CampaignDraft } from "./campaign-draft.ts";

const texts = z.array(z.string());

const filterSchema = z.object({
  search: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  subStatus: z.string(),
  status: z.array(z.enum(contactStatuses)),
  assignedTo: texts,
  websiteId: texts,
  entryMethod: texts,
  tags: texts.default([]),
  conversationTags: texts,
  rating: texts,
  customFields: texts.default([]),
  dateFrom: z.string(),
  dateTo: z.string(),
  lastUpdateDateFrom: z.string(),
  lastUpdateDateTo: z.string(),
});

/** As the browser keeps it until it is sent. */
export const campaignDraftSchema: z.ZodType<CampaignDraft> = z.object({
  name: z.string(),
  channelId: z.string(),
  templateId: z.string(),
  audience: z.enum(["filters", "tags", "csv", "contacts"]),
  filter: filterSchema,
  tags: texts,
  csv: z.object({ name: z.string(), text: z.string() }),
  contactIds: texts,
  variables: z.record(z.string(), sourceSchema),
  mediaLink: z.string(),
  when: z.enum(["now", "later"]),
  at: z.string(),
  sendRate: z.int(),
});
