import { mutation, query, router } from "#server/kit/trpc/init.ts";
import { createPolicy, deletePolicy, listPolicies, updatePolicy } from "./policies.ts";

export const slaRouter = router({
  policies: query(listPolicies),
  createPolicy: mutation(createPolicy),
  updatePolicy: mutation(updatePolicy),
  deletePolicy: mutation(deletePolicy),
});
