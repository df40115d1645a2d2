import { mutation, query, router } from "#server/kit/trpc/init.ts";
import { mergeConversations } from "./conversations/merging.ts";
import { listDuplicates, markDifferent, unmarkDifferent } from "./duplicates/reviewing.ts";
import { listMerges, mergeContacts, undoMerge } from "./merging.ts";
import { previewMerge } from "./previewing.ts";

export const mergesRouter = router({
  merge: mutation(mergeContacts),
  mergeConversations: mutation(mergeConversations),
  preview: query(previewMerge),
  list: query(listMerges),
  undo: mutation(undoMerge),
  duplicates: query(listDuplicates),
  markDifferent: mutation(markDifferent),
  unmarkDifferent: mutation(unmarkDifferent),
});
