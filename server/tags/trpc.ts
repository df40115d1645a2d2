import { mutation, query, router } from "#server/kit/trpc/init.ts";
import { listTags } from "./listing.ts";
import { createTag, deleteTag, updateTag } from "./writing.ts";

export const tagsRouter = router({
  list: query(listTags),
  create: mutation(createTag),
  update: mutation(updateTag),
  delete: mutation(deleteTag),
});
