import { mutation, query, router } from "#server/kit/trpc/init.ts";
import { listTriggers, readOneTrigger, tryTriggers } from "./listing.ts";
import { createTrigger, deleteTrigger, reorderTriggers, updateTrigger } from "./writing.ts";

export const triggersRouter = router({
  list: query(listTriggers),
  get: query(readOneTrigger),
  try: query(tryTriggers),
  create: mutation(createTrigger),
  update: mutation(updateTrigger),
  delete: mutation(deleteTrigger),
  reorder: mutation(reorderTriggers),
});
