import { heldCampaigns } from "#server/campaigns/running.ts";
import { heldWaits } from "#server/chatbots/fulfillment/waiting.ts";
import { leasedRuns } from "#server/integrations/runs/claiming.ts";
import type { Leftover } from "#server/kit/presence/reaping.ts";
import { claimedMessages } from "#server/messages/queue/send-queue.ts";
import { claimedTemplates } from "#server/templates/delivering.ts";
import { leasedDeliveries } from "#server/webhooks/delivery/queue.ts";

/** What a process that died may leave behind. A noun whose work bears the number of its process is added here. */
export const leftovers: readonly Leftover[] = [
  leasedDeliveries,
  claimedMessages,
  claimedTemplates,
  heldCampaigns,
  heldWaits,
  leasedRuns,
];
