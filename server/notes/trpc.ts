import { mutation, query, router } from "#server/kit/trpc/init.ts";
import { createContactNote, deleteContactNote, listContactNotes, updateContactNote } from "./writing.ts";

export const notesRouter = router({
  list: query(listContactNotes),
  create: mutation(createContactNote),
  update: mutation(updateContactNote),
  delete: mutation(deleteContactNote),
});
