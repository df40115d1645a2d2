import { confirmContact, separateContact } from "#server/conversations/linking/claiming.ts";
import { mutation, query, router } from "#server/kit/trpc/init.ts";
import { assign, transfer } from "./assigning.ts";
import { close, open } from "./closing.ts";
import { deleteConversation } from "./deleting.ts";
import { patchConversation, putConversation } from "./editing.ts";
import { listByPhase } from "./list/by-phase.ts";
import { countViews } from "./list/counting-views.ts";
import { columnTotals, countInbox, listInbox, markRead, readInboxRow } from "./list/inbox.ts";
import { listConversations, listOfContact, readConversation } from "./list/listing.ts";
import { moveToPhase } from "./moving/moving.ts";
import { addNote, deleteNote, editNote, listNotes } from "./noting/noting.ts";
import { switchChatbot } from "./switching.ts";
import { addTag, removeTag } from "./tags/tagging.ts";
import { snooze, unsnooze } from "./triage/snoozing.ts";

export const conversationsRouter = router({
  inbox: query(listInbox),
  inboxRow: query(readInboxRow),
  counts: query(countInbox),
  viewCounts: query(countViews),
  columnTotals: query(columnTotals),
  list: query(listConversations),
  byPhase: query(listByPhase),
  ofContact: query(listOfContact),
  read: query(readConversation),
  notes: query(listNotes),
  markRead: mutation(markRead),
  put: mutation(putConversation),
  patch: mutation(patchConversation),
  delete: mutation(deleteConversation),
  assign: mutation(assign),
  transfer: mutation(transfer),
  close: mutation(close),
  open: mutation(open),
  confirmContact: mutation(confirmContact),
  separateContact: mutation(separateContact),
  addNote: mutation(addNote),
  editNote: mutation(editNote),
  deleteNote: mutation(deleteNote),
  addTag: mutation(addTag),
  removeTag: mutation(removeTag),
  move: mutation(moveToPhase),
  switchChatbot: mutation(switchChatbot),
  snooze: mutation(snooze),
  unsnooze: mutation(unsnooze),
});
