import { mutation, query, router } from "#server/kit/trpc/init.ts";
import { createPhase } from "./creating.ts";
import { deletePhase } from "./deleting.ts";
import { updatePhase } from "./editing.ts";
import { countPhases, listPhases } from "./listing.ts";

export const phasesRouter = router({
  list: query(listPhases),
  count: query(countPhases),
  create: mutation(createPhase),
  update: mutation(updatePhase),
  delete: mutation(deletePhase),
});
