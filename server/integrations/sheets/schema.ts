import { z } from "zod";
import { maskable } from "#server/core/permissions.ts";
import { integrationIdInput, integrationSchema } from "../schema.ts";

/** So many rows has the address. */
export const mostRows = 1000;
/** So many has the preview. */
export const previewRows = 10;

/** The columns of every table, in their order; custom fields follow. */
export const leadColumns = [
  ...(["id", "createdAt", "name", "email", "phone", "channel", "status", "phase", "amount", "currency"] as const),
  ...(["assignedTo", "utmSource", "utmMedium", "utmCampaign", "gclid", "url", "referrer", "tags"] as const),
] as const;
export type LeadColumn = (typeof leadColumns)[number];

export const madeAddressSchema = z
  .object({
    url: z.string().meta({
      description: "The address, for IMPORTDATA or a web query. It is shown this once; whoever has it reads the leads.",
    }),
    integration: integrationSchema,
  })
  .meta({ id: "SheetAddress", description: "The new address of the leads." });

export const leadsSchema = z
  .object({
    columns: z.array(z.string()).meta({
      description: "Names of the columns: the fixed ones, then custom fields as `contact.key` and `conversation.key`.",
    }),
    rows: z.array(z.array(z.string())).meta({ description: "The newest leads, at most 10, the newest first." }),
  })
  .meta({ id: "LeadTable", description: "What a spreadsheet reads, as the company's rules show it to you." });

export const makeAddressInput = integrationIdInput.extend({
  hide: z
    .array(z.enum(maskable))
    .max(maskable.length)
    .default([])
    .meta({ description: "What of people the readers of the address do not see: email addresses, phone numbers." }),
});
