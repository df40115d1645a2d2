import { mutation, query, router } from "#server/kit/trpc/init.ts";
import { dryRun, listDecisions } from "./explaining.ts";
import { createPolicy, deletePolicy, listPolicies, updatePolicy } from "./policies.ts";
import { changeAvailability, readAvailability } from "./presence.ts";
import { readWorkload } from "./workload.ts";

export const assignmentRouter = router({
  policies: query(listPolicies),
  createPolicy: mutation(createPolicy),
  updatePolicy: mutation(updatePolicy),
  deletePolicy: mutation(deletePolicy),
  dryRun: query(dryRun),
  decisions: query(listDecisions),
  workload: query(readWorkload),
  availability: query(readAvailability),
  changeAvailability: mutation(changeAvailability),
});
