import { mutation, query, router } from "#server/kit/trpc/init.ts";
import { allMacros } from "./listing.ts";
import { previewMacro, runMacro } from "./running.ts";
import { createMacro, deleteMacro, updateMacro } from "./writing.ts";

export const macrosRouter = router({
  all: query(allMacros),
  preview: query(previewMacro),
  create: mutation(createMacro),
  update: mutation(updateMacro),
  delete: mutation(deleteMacro),
  run: mutation(runMacro),
});
