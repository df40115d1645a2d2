import { mutation, query, router } from "#server/kit/trpc/init.ts";
import { createHold, listHolds, releaseHold } from "./holds.ts";
import { previewRetention } from "./preview.ts";
import { readRetention, updateRetention } from "./rules.ts";

export const retentionRouter = router({
  read: query(readRetention),
  update: mutation(updateRetention),
  preview: query(previewRetention),
  holds: query(listHolds),
  hold: mutation(createHold),
  release: mutation(releaseHold),
});
