import type { z } from "zod";
import type { CampaignRow } from "./access.ts";
import type { Counter, simpleCampaignSchema } from "./schema.ts";

/** The WhatsAppCampaign resource with its counters (J10). */
export function viewCampaign(row: CampaignRow, eventCounter: Counter): z.input<typeof simpleCampaignSchema> {
  const { sent, delivered, read, failed, invalid } = eventCounter;
  return {
    ...row,
    templateId: String(row.templateNumber),
    sentCount: sent + delivered + read,
    failedCount: failed + invalid,
    eventCounter,
  };
}
