import { noteExport } from "#server/audit/noting.ts";
import { invalidField } from "#server/base/errors.ts";
import { csvLines, safeCell } from "#server/base/spreadsheet-cell.ts";
import { requireFeature } from "#server/companies/access.ts";
import { query } from "#server/core/operation.ts";
import { decodeCursor, encodeCursor } from "#server/core/pagination.ts";
import { readsAll } from "#server/core/rights.ts";
import { requireProof } from "#server/sessions/access.ts";
import { findRecipients } from "#server/templates/messages/recipients.sql.ts";
import { readableCampaign } from "./access.ts";
import { unnamed } from "./permitting.ts";
import { exportCampaignInput, exportCampaignOutput } from "./schema.ts";

const batch = 1000;

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

/**
 * Every recipient with what became of it, named to who reads all contacts, as CSV for spreadsheets, a thousand at a time:
 * the pieces one after the other are the file.
 */
export const exportCampaign = query({
  name: "campaigns.export",
  access: "websites_read",
  input: exportCampaignInput,
  output: exportCampaignOutput,
  example: (given) => ({ campaignId: given.campaignId ?? "" }),
  async run({ actor, input: { cursor, ...list }, now }) {
    const campaign = await readableCampaign(actor, list.campaignId);
    await requireFeature(actor, "export");
    await requireProof({ actor, now });
    const [after = 0] = cursor === undefined ? [] : decodeCursor(list, cursor);
    if (typeof after !== "number") throw invalidField("cursor", "The cursor is damaged.", "invalid_cursor");
    if (cursor === undefined) await noteExport(actor, { what: "campaign", id: campaign.id });
    const { companyId } = actor;
    const found = await findRecipients({ companyId, campaignId: campaign.id }, after, batch + 1);
    const shown = found.slice(0, batch);
    const messages = readsAll(actor) ? shown : shown.map(unnamed);
    const lines = messages.map((message) =>
      columns.map((column) => cell(column === "id" ? message.number : message[column])),
    );
    const csv = csvLines(cursor === undefined ? [[...columns], ...lines] : lines);
    const last = found.length > batch ? shown.at(-1) : undefined;
    const name = campaign.name.replace(/[^\p{L}\p{N}]+/gu, "-").slice(0, 60);
    return {
      fileName: `campaign-${name || "export"}.csv`,
      csv: cursor === undefined ? `\ufeff${csv}` : csv,
      rows: shown.length,
      nextCursor: last ? encodeCursor(list, [last.number]) : null,
    };
  },
});
