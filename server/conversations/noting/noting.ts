import { z } from "zod";
import { AppError, notFound } from "#server/base/errors.ts";
import { isId, newId } from "#server/base/ids.ts";
import type { Actor } from "#server/core/actor.ts";
import { command, query } from "#server/core/operation.ts";
import { momentAfter } from "#server/db/moment.ts";
import {
  deleteNoteRow,
  insertNote,
  lockNote,
  type NoteRow,
  noteKnownAs,
  noteOf,
  notesOf,
  rewriteNote,
} from "#server/notes/between-messages.sql.ts";
import { requireNotHeld } from "#server/retention/access.ts";
import { membersOf } from "#server/teams/access.ts";
import { activePeople, assignableUser } from "#server/users/assignable.ts";
import { lockConversation, readableConversation } from "../access.sql.ts";
import { afterHeld } from "../held.ts";
import { conversationIdInput } from "../schema.ts";
import { eventConversation } from "../viewing.ts";
import { endMentionsOf, mention } from "./mentioning.ts";
import { noteInput, noteSchema } from "./schema.ts";

/** Active people of the company, each once (A9), but for who names them. A team stands for its members. */
async function namedPeople(actor: Actor, ids: readonly string[]): Promise<string[]> {
  const named = new Set<string>();
  for (const id of new Set(ids.map((one) => one.toLowerCase()))) {
    const members = await membersOf(actor, id);
    const people = members ? await activePeople(actor, members) : [await assignableUser(actor, id, "mentions")];
    for (const person of people) if (person.id !== actor.userId) named.add(person.id);
  }
  return [...named];
}

/** POST /v1/conversations/{conversationId}/notes (E15, W3) */
export const addNote = command({
  name: "conversations.addNote",
  access: "chat_talk",
  input: noteInput,
  output: noteSchema,
  example: (given) => ({ conversationId: given.conversationId ?? "", message: "Asked for a call on Monday" }),
  async run(context) {
    const { actor, input, emit } = context;
    const held = await lockConversation(actor, input.conversationId, "chat_talk");
    const authorId = actor.userId ?? actor.id;
    const known = await noteKnownAs(held, authorId, input.clientNoteId);
    if (known) return known;
    const conversation = await afterHeld(context, held);
    const mentions = await namedPeople(actor, input.mentions);
    const now = momentAfter(conversation.updatedAt);
    const note = {
      id: newId(),
      companyId: actor.companyId,
      conversationId: conversation.id,
      afterSeq: conversation.lastSeq,
      text: input.message,
      authorId,
      authorName: actor.name,
      mentions,
      clientNoteId: input.clientNoteId ?? null,
      createdAt: now,
      updatedAt: now,
    };
    await insertNote(note);
    const place = { conversationId: conversation.id, channelId: conversation.channelId };
    const appears = await mention({ companyId: actor.companyId, conversationId: conversation.id }, mentions, now);
    // Those who have not seen it get its row.
    if (appears) emit({ type: "conversation/changed", ...place, contactId: conversation.contactId });
    const { id, text } = note;
    emit({
      type: "conversation/note",
      ...place,
      contactId: conversation.contactId,
      at: now,
      data: {
        ...eventConversation(conversation),
        note: { id, text, createdAt: now.toISOString(), authorId },
        mentions,
      },
    });
    return note;
  },
});

/** GET /v1/conversations/{conversationId}/notes: the notes of a thread, oldest first. */
export const listNotes = query({
  name: "conversations.notes",
  access: "clients_read",
  input: conversationIdInput,
  output: z.array(noteSchema),
  example: (given) => ({ conversationId: given.conversationId ?? "" }),
  async run({ actor, input }) {
    const conversation = await readableConversation(actor, input.conversationId);
    return notesOf(conversation);
  },
});

const noteIdInput = z.object({ conversationId: z.string(), noteId: z.string() });

/** GET /v1/conversations/{conversationId}/notes/{noteId} */
export const readNote = query({
  name: "conversations.note",
  access: "clients_read",
  input: noteIdInput,
  output: noteSchema,
  example: (given) => ({ conversationId: given.conversationId ?? "", noteId: given.conversationNoteId ?? "" }),
  async run({ actor, input }) {
    const conversation = await readableConversation(actor, input.conversationId);
    const found = isId(input.noteId) ? await noteOf(conversation, input.noteId) : undefined;
    if (!found) throw notFound("note");
    return found;
  },
});

/** Own notes only; admins may change every note. */
async function ownNote(
  actor: Parameters<typeof lockConversation>[0],
  conversationId: string,
  noteId: string,
): Promise<NoteRow> {
  const note = isId(noteId) ? await lockNote({ companyId: actor.companyId, id: conversationId }, noteId) : undefined;
  if (!note) throw notFound("note");
  if (note.authorId !== actor.userId && !actor.permissions.has("admin")) {
    throw new AppError("forbidden", { message: "Only its author can change a note." });
  }
  return note;
}

export const editNote = command({
  name: "conversations.editNote",
  access: "chat_talk",
  input: noteIdInput.extend({ message: noteInput.shape.message }),
  output: noteSchema,
  example: (given) => ({
    conversationId: given.conversationId ?? "",
    noteId: given.conversationNoteId ?? "",
    message: "Asked for a call on Tuesday",
  }),
  async run({ actor, input, now, emit }) {
    const { id, channelId } = await lockConversation(actor, input.conversationId, "chat_talk");
    const note = await ownNote(actor, id, input.noteId);
    await rewriteNote(note, input.message, now);
    emit({ type: "conversation/note_changed", conversationId: id, channelId, data: { noteId: note.id } });
    return { ...note, text: input.message, updatedAt: now };
  },
});

export const deleteNote = command({
  name: "conversations.deleteNote",
  access: "chat_talk",
  input: noteIdInput,
  output: z.object({ id: z.string(), deleted: z.literal(true) }),
  example: (given) => ({ conversationId: given.conversationId ?? "", noteId: given.conversationNoteId ?? "" }),
  async run({ actor, input, emit }) {
    const conversation = await lockConversation(actor, input.conversationId, "chat_talk");
    const { id, channelId, contactId, companyId } = conversation;
    const note = await ownNote(actor, id, input.noteId);
    await requireNotHeld(companyId, { contactIds: [contactId], conversationIds: [id] });
    await deleteNoteRow(note);
    emit({ type: "conversation/note_changed", conversationId: id, channelId, data: { noteId: note.id } });
    const unseen = await endMentionsOf(conversation, note.mentions);
    if (unseen.length > 0)
      emit({ type: "conversation/changed", conversationId: id, channelId, contactId, data: { unseen } });
    return { id: note.id, deleted: true as const };
  },
});
