import { mutation, query, router } from "#server/kit/trpc/init.ts";
import { listFields } from "./listing.ts";
import { createField, deleteField, updateField } from "./writing.ts";

export const fieldsRouter = router({
  list: query(listFields),
  create: mutation(createField),
  update: mutation(updateField),
  delete: mutation(deleteField),
});
