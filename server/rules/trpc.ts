import { mutation, query, router } from "#server/kit/trpc/init.ts";
import { dryRun } from "./dry-running.ts";
import { listRules } from "./listing.ts";
import { listRuns, rerun } from "./runs.ts";
import { createRule, deleteRule, reorderRules, updateRule } from "./writing.ts";

export const rulesRouter = router({
  list: query(listRules),
  runs: query(listRuns),
  dryRun: query(dryRun),
  create: mutation(createRule),
  update: mutation(updateRule),
  delete: mutation(deleteRule),
  reorder: mutation(reorderRules),
  rerun: mutation(rerun),
});
