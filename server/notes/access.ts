import { AppError, notFound } from "#server/base/errors.ts";
import { isId } from "#server/base/ids.ts";
import { lockContact, readableContact } from "#server/contacts/access.sql.ts";
import { type Actor, onlyAssigned } from "#server/core/actor.ts";
import type { Note } from "#server/db/generated/client.ts";
import { lockRow } from "#server/db/locking.sql.ts";
import { prisma } from "#server/db/prisma.ts";

/** A note on a contact: others stand in conversations. */
export type ContactNote = Note & { contactId: string };

const isOf = (note: Note | null | undefined, contactId: string): note is ContactNote => note?.contactId === contactId;

/** The notes of a contact the actor may read, oldest first. */
export async function notesOf(actor: Actor, contactId: string): Promise<ContactNote[]> {
  const { id } = await readableContact(actor, contactId);
  const { companyId } = actor;
  const found = await prisma.note.findMany({
    where: { companyId, contactId: id },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  return found.filter((note) => isOf(note, id));
}

/** One note of a contact the actor may read. */
export async function readableNote(actor: Actor, contactId: string, noteId: string): Promise<ContactNote> {
  const { id } = await readableContact(actor, contactId);
  const where = { companyId: actor.companyId, id: noteId };
  const found = isId(noteId) ? await prisma.note.findFirst({ where }) : undefined;
  if (!isOf(found, id)) throw notFound("note");
  return found;
}

/** One note of a contact the actor may change; actors limited to their own rows may only change their own notes. */
export async function lockNote(actor: Actor, contactId: string, noteId: string): Promise<ContactNote> {
  const { id } = await lockContact(actor, contactId);
  const found = await lockRow("notes", { companyId: actor.companyId, id: noteId });
  if (!isOf(found, id)) throw notFound("note");
  if (onlyAssigned(actor, "clients_write") && found.authorId !== actor.userId) {
    throw new AppError("forbidden", { message: "Only its author can change this note." });
  }
  return found;
}

/** Texts of notes of conversations that the caller may read, by their ids. */
export async function textsOf({ companyId }: Actor, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const found = await prisma.note.findMany({
    where: { companyId, id: { in: [...ids] } },
    select: { id: true, text: true },
  });
  return new Map(found.map(({ id, text }) => [id, text]));
}
