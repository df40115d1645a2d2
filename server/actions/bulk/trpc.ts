import { mutation, query, router } from "#server/kit/trpc/init.ts";
import { cancelJob, readJob, undoJob } from "./managing.ts";
import { startBulk } from "./starting.ts";

export const actionsRouter = router({
  bulk: mutation(startBulk),
  job: query(readJob),
  cancel: mutation(cancelJob),
  undo: mutation(undoJob),
});
