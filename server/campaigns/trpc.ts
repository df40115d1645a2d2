import { mutation, query, router } from "#server/kit/trpc/init.ts";
import { createCampaign, dryRun, testSend } from "./creating.ts";
import { exportCampaign } from "./exporting.ts";
import { campaignDetail, copyCampaign, listCampaigns, listRecipients } from "./listing.ts";
import { cancelCampaign } from "./stopping.ts";

export const campaignsRouter = router({
  list: query(listCampaigns),
  get: query(campaignDetail),
  recipients: query(listRecipients),
  export: query(exportCampaign),
  copy: query(copyCampaign),
  /** A question, but too long for an address: the audience may be a file. */
  dryRun: mutation(dryRun),
  create: mutation(createCampaign),
  testSend: mutation(testSend),
  cancel: mutation(cancelCampaign),
});
