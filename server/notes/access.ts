import { AppError, notFound } from "#server/base/errors.ts";
import { isId } from "#server/base/ids.ts";
import { lockContact, readableContact } from "#server/contacts/access.ts";
import { type Actor, onlyAssigned } from "#server/core/actor.ts";
import { row, rows, sql } from "#server/db/sql.ts";

export type NoteRow = {
  companyId: string;
  id: string;
  contactId: string;
  text: string;
  authorId: string;
  authorName: string;
  createdAt: Date;
  updatedAt: Date;
};

/** The notes of a contact the actor may read, oldest first. */
export async function notesOf(actor: Actor, contactId: string): Promise<NoteRow[]> {
  const { id } = await readableContact(actor, contactId);
  return rows<NoteRow>(sql`
    select * from notes where "companyId" = ${actor.companyId} and "contactId" = ${id} order by "createdAt", "id"`);
}

/** One note of a contact the actor may read. */
export async function readableNote(actor: Actor, contactId: string, noteId: string): Promise<NoteRow> {
  const { id } = await readableContact(actor, contactId);
  const found = isId(noteId)
    ? await row<NoteRow>(sql`
        select * from notes where "companyId" = ${actor.companyId} and "id" = ${noteId} and "contactId" = ${id}`)
    : undefined;
  if (!found) throw notFound("note");
  return found;
}

/** One note of a contact the actor may change; actors limited to their own rows may only change their own notes. */
export async function lockNote(actor: Actor, contactId: string, noteId: string): Promise<NoteRow> {
  const { id } = await lockContact(actor, contactId);
  const found = isId(noteId)
    ? await row<NoteRow>(sql`
        select * from notes where "companyId" = ${actor.companyId} and "id" = ${noteId} and "contactId" = ${id} for update`)
    : undefined;
  if (!found) throw notFound("note");
  if (onlyAssigned(actor, "clients_write") && found.authorId !== actor.userId) {
    throw new AppError("forbidden", { message: "Only its author can change this note." });
  }
  return found;
}
