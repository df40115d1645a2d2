// SQL because a note is held while its author changes it. These stand between the messages of a conversation.
import type { z } from "zod";
import type { noteSchema } from "#server/conversations/noting/schema.ts";
import { execute, row, rows, sql } from "#server/db/sql.ts";

export type NoteRow = z.input<typeof noteSchema> & { companyId: string };

type Thread = { companyId: string; id: string };

export async function insertNote(note: NoteRow): Promise<void> {
  await execute(sql`
    insert into notes ("companyId", "id", "conversationId", "afterSeq", "text", "authorId", "authorName", "mentions",
      "clientNoteId", "createdAt", "updatedAt")
    values (${note.companyId}, ${note.id}, ${note.conversationId}, ${note.afterSeq}, ${note.text}, ${note.authorId},
      ${note.authorName}, ${note.mentions}::uuid[], ${note.clientNoteId}, ${note.createdAt}, ${note.updatedAt})`);
}

/** The note that its writer knows by this id; whoever asks holds the conversation. */
export function noteKnownAs({ companyId, id }: Thread, authorId: string, clientNoteId: string | undefined) {
  if (clientNoteId === undefined) return undefined;
  return row<NoteRow>(sql`select * from notes where "companyId" = ${companyId} and "conversationId" = ${id}
    and "authorId" = ${authorId} and "clientNoteId" = ${clientNoteId}`);
}

/** Notes of a conversation, the oldest first, at most 2000. */
export function notesOf({ companyId, id }: Thread): Promise<NoteRow[]> {
  return rows<NoteRow>(sql`
    select * from notes where "companyId" = ${companyId} and "conversationId" = ${id}
    order by "id" limit 2000`);
}

/** The people whom its notes name. */
export async function namedIn({ companyId, id }: Thread): Promise<string[]> {
  const found = await rows<{ userId: string }>(sql`
    select distinct unnest("mentions") as "userId" from notes where "companyId" = ${companyId} and "conversationId" = ${id}`);
  return found.map(({ userId }) => userId);
}

export function noteOf({ companyId, id }: Thread, noteId: string): Promise<NoteRow | undefined> {
  return row<NoteRow>(sql`select * from notes where "companyId" = ${companyId} and "id" = ${noteId}
    and "conversationId" = ${id}`);
}

/** The same, held until the end of the transaction. */
export function lockNote({ companyId, id }: Thread, noteId: string): Promise<NoteRow | undefined> {
  return row<NoteRow>(sql`select * from notes where "companyId" = ${companyId} and "id" = ${noteId}
    and "conversationId" = ${id} for update`);
}

export async function rewriteNote({ companyId, id }: Thread, text: string, at: Date): Promise<void> {
  await execute(sql`update notes set "text" = ${text}, "updatedAt" = ${at}
    where "companyId" = ${companyId} and "id" = ${id}`);
}

export async function deleteNoteRow({ companyId, id }: Thread): Promise<void> {
  await execute(sql`delete from notes where "companyId" = ${companyId} and "id" = ${id}`);
}
