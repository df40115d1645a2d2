import { mutation, query, router } from "#server/kit/trpc/init.ts";
import { updateIntegration } from "./editing.ts";
import { listIntegrations } from "./listing.ts";
import { listRuns } from "./runs/listing.ts";
import { testIntegration } from "./runs/testing.ts";
import { makeAddress, revokeAddress } from "./sheets/addressing.ts";
import { previewLeads } from "./sheets/reading.ts";

export const integrationsRouter = router({
  list: query(listIntegrations),
  update: mutation(updateIntegration),
  test: mutation(testIntegration),
  runs: query(listRuns),
  leads: query(previewLeads),
  makeAddress: mutation(makeAddress),
  revokeAddress: mutation(revokeAddress),
});
