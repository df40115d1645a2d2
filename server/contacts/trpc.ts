import { reachOfContact, setOptOut } from "#server/channels/reaching.ts";
import { mutation, query, router } from "#server/kit/trpc/init.ts";
import { createContact } from "./creating.ts";
import { bulkDeleteContacts, deleteContact } from "./deleting.ts";
import { updateContact } from "./editing.ts";
import { exportContactsPiece } from "./list/exporting.ts";
import { listContacts, readContact } from "./list/listing.ts";
import { readHistory } from "./recounting.ts";
import { addContactTag, removeContactTag } from "./tagging.ts";

export const contactsRouter = router({
  list: query(listContacts),
  read: query(readContact),
  history: query(readHistory),
  reach: query(reachOfContact),
  exportPiece: mutation(exportContactsPiece),
  create: mutation(createContact),
  update: mutation(updateContact),
  delete: mutation(deleteContact),
  bulkDelete: mutation(bulkDeleteContacts),
  addTag: mutation(addContactTag),
  removeTag: mutation(removeContactTag),
  setOptOut: mutation(setOptOut),
});
