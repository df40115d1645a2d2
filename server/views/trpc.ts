import { mutation, query, router } from "#server/kit/trpc/init.ts";
import { createView, deleteView, listViews, readView, updateView } from "./saving.ts";

export const viewsRouter = router({
  list: query(listViews),
  get: query(readView),
  create: mutation(createView),
  update: mutation(updateView),
  delete: mutation(deleteView),
});
