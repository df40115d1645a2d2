import { z } from "zod";
import { newId } from "#server/base/ids.ts";
import { lockContact } from "#server/contacts/access.sql.ts";
import type { Actor } from "#server/core/actor.ts";
import { type CommandContext, command, query } from "#server/core/operation.ts";
import type { Note } from "#server/db/generated/client.ts";
import { prisma } from "#server/db/prisma.ts";
import { requireAboutNotHeld } from "#server/retention/access.ts";
import { type ContactNote, lockNote, notesOf, readableNote } from "./access.ts";
import {
  createNoteInput,
  deletedNoteSchema,
  listNotesInput,
  noteIdInput,
  noteSchema,
  updateNoteInput,
} from "./schema.ts";

type Context = Pick<CommandContext<unknown>, "actor" | "now">;

/** Puts a note on a contact that the caller has already found. */
export async function insertNote({ actor, now }: Context, contactId: string, text: string): Promise<ContactNote> {
  const author = { authorId: actor.userId ?? actor.id, authorName: actor.name };
  const note = { companyId: actor.companyId, id: newId(), contactId, text, ...author, createdAt: now, updatedAt: now };
  return { ...(await prisma.note.create({ data: note })), contactId };
}

type Said = { contactId: string; text: string };

/** Many at once, of an import: nobody is told of each. What the author says of somebody already is not said again. */
export async function insertNotes({ actor, now }: Context, notes: readonly Said[]): Promise<void> {
  if (notes.length === 0) return;
  const { companyId } = actor;
  const author = { authorId: actor.userId ?? actor.id, authorName: actor.name };
  const about = {
    contactId: { in: notes.map(({ contactId }) => contactId) },
    text: { in: notes.map(({ text }) => text) },
  };
  const there = await prisma.note.findMany({
    where: { companyId, authorId: author.authorId, ...about },
    select: { contactId: true, text: true },
  });
  const keyOf = ({ contactId, text }: { contactId: string | null; text: string }) => `${contactId} ${text}`;
  const known = new Set(there.map(keyOf));
  const fresh = notes.filter((note) => !known.has(keyOf(note)) && known.add(keyOf(note)));
  const shared = { companyId, ...author, createdAt: now, updatedAt: now };
  await prisma.note.createMany({ data: fresh.map((note) => ({ ...shared, ...note, id: newId() })) });
}

export type PastNote = Pick<Note, "conversationId" | "afterSeq" | "text" | "authorId" | "authorName" | "createdAt">;

/** Notes of the past in conversations, with the authors and times of then; nobody is told of them. */
export async function insertPastNotes({ companyId }: Actor, notes: readonly PastNote[]): Promise<void> {
  if (notes.length === 0) return;
  const data = notes.map((note) => ({ ...note, companyId, id: newId(), updatedAt: note.createdAt }));
  await prisma.note.createMany({ data });
}

const changed = (contact: { id: string; channelId: string | null }, noteId: string) => ({
  type: "contact/note" as const,
  contactId: contact.id,
  channelId: contact.channelId,
  data: { id: contact.id, noteId },
});

/** GET /v1/contacts/{contactId}/notes (D6): oldest first. */
export const listContactNotes = query({
  name: "notes.list",
  access: "clients_read",
  input: listNotesInput,
  output: z.array(noteSchema),
  example: (given) => ({ contactId: given.contactId ?? "" }),
  run: ({ actor, input }) => notesOf(actor, input.contactId),
});

/** GET /v1/contacts/{contactId}/notes/{noteId} */
export const readContactNote = query({
  name: "notes.get",
  access: "clients_read",
  input: noteIdInput,
  output: noteSchema,
  example: (given) => ({ contactId: given.contactId ?? "", noteId: given.noteId ?? "" }),
  run: ({ actor, input }) => readableNote(actor, input.contactId, input.noteId),
});

/** POST /v1/contacts/{contactId}/notes */
export const createContactNote = command({
  name: "notes.create",
  access: "clients_write",
  input: createNoteInput,
  output: noteSchema,
  example: (given) => ({ contactId: given.contactId ?? "", message: "Asked for a call on Monday" }),
  async run(context) {
    const contact = await lockContact(context.actor, context.input.contactId);
    const note = await insertNote(context, contact.id, context.input.message);
    context.emit(changed(contact, note.id));
    return note;
  },
});

/** PATCH /v1/contacts/{contactId}/notes/{noteId} */
export const updateContactNote = command({
  name: "notes.update",
  access: "clients_write",
  input: updateNoteInput,
  output: noteSchema,
  example: (given) => ({ contactId: given.contactId ?? "", noteId: given.noteId ?? "", message: "Asked for Tuesday" }),
  async run({ actor, input, now, emit }) {
    const note = await lockNote(actor, input.contactId, input.noteId);
    if (note.text === input.message) return note;
    const { companyId, id } = note;
    const data = { text: input.message, updatedAt: now };
    await prisma.note.update({ where: { companyId_id: { companyId, id } }, data });
    emit(changed({ id: note.contactId, channelId: null }, note.id));
    return { ...note, ...data };
  },
});

/** DELETE /v1/contacts/{contactId}/notes/{noteId} */
export const deleteContactNote = command({
  name: "notes.delete",
  access: "clients_write",
  input: noteIdInput,
  output: deletedNoteSchema,
  example: (given) => ({ contactId: given.contactId ?? "", noteId: given.noteId ?? "" }),
  async run({ actor, input, emit }) {
    const note = await lockNote(actor, input.contactId, input.noteId);
    const { companyId, id } = note;
    await requireAboutNotHeld(companyId, { contactId: note.contactId, conversationId: null });
    await prisma.note.delete({ where: { companyId_id: { companyId, id } } });
    emit(changed({ id: note.contactId, channelId: null }, note.id));
    return { id: note.id, deleted: true as const };
  },
});
