import { z } from "zod";
import { noteExport } from "#server/audit/noting.ts";
import { csvLines, safeCell } from "#server/base/spreadsheet-cell.ts";
import { requireFeature } from "#server/companies/access.ts";
import { query } from "#server/core/operation.ts";
import { readsAll } from "#server/core/rights.ts";
import { requireProof } from "#server/sessions/access.ts";
import { messagesOf } from "#server/templates/messages/messages.sql.ts";
import { readableCampaign } from "./access.ts";
import { unnamed } from "./permitting.ts";
import { campaignIdInput } from "./schema.ts";

const columns = [
  "id",
  "destination",
  "name",
  "status",
  "failureCode",
  "failureReason",
  "sentAt",
  "deliveredAt",
  "readAt",
  "answeredAt",
  "contactId",
] as const;

function cell(value: unknown): string {
  if (value === null || value === undefined) return "";
  return value instanceof Date ? value.toISOString() : safeCell(String(value));
}

/** Every recipient with what became of it, named to who reads all contacts, as CSV for spreadsheets. */
export const exportCampaign = query({
  name: "campaigns.export",
  access: "websites_read",
  input: campaignIdInput.pick({ campaignId: true }),
  output: z.object({ fileName: z.string(), text: z.string() }),
  example: (given) => ({ campaignId: given.campaignId ?? "" }),
  async run({ actor, input, now }) {
    const campaign = await readableCampaign(actor, input.campaignId);
    await requireFeature(actor, "export");
    await requireProof({ actor, now });
    await noteExport(actor, { what: "campaign", id: campaign.id });
    const found = await messagesOf(actor.companyId, campaign.id);
    const messages = readsAll(actor) ? found : found.map(unnamed);
    const lines = messages.map((message) =>
      columns.map((column) => cell(column === "id" ? message.number : message[column])),
    );
    const text = csvLines([[...columns], ...lines]);
    const name = campaign.name.replace(/[^\p{L}\p{N}]+/gu, "-").slice(0, 60);
    return { fileName: `campaign-${name || "export"}.csv`, text: `\ufeff${text}` };
  },
});
