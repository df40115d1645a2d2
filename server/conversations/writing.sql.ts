// SQL because a change writes only the columns that it set, in one statement, and time never goes back.
import { AppError } from "#server/base/errors.ts";
import { forward } from "#server/db/moment.ts";
import { execute, join, json, raw, row, sql } from "#server/db/sql.ts";
import { type ConversationRow, jsonColumns } from "./row.ts";

type Key = Pick<ConversationRow, "companyId" | "id">;

/** Writes these columns of a locked conversation, and returns it as it stands then; with `at` it counts as changed. */
export async function saveColumns(
  key: Key,
  patch: Partial<ConversationRow>,
  at: Date | undefined,
): Promise<ConversationRow> {
  const assignments = Object.entries(patch)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([column, value]) => sql`${raw(`"${column}"`)} = ${jsonColumns.has(column) ? json(value) : value}`);
  if (at) assignments.push(sql`"updatedAt" = ${forward(at)}`);
  const saved = await row<ConversationRow>(sql`
    update conversations set ${join(assignments, ", ")}
    where "companyId" = ${key.companyId} and "id" = ${key.id} returning *`);
  if (!saved) throw new AppError("not_found");
  return saved;
}

/** Whether its visitor has another conversation on its channel. */
export async function hasAnother({ companyId, id, channelId, visitorId }: ConversationRow): Promise<boolean> {
  const another = await row(sql`
    select 1 from conversations where "companyId" = ${companyId} and "channelId" = ${channelId}
      and "visitorId" = ${visitorId} and "id" <> ${id} limit 1`);
  return another !== undefined;
}

/** Deletes it with all that belongs to it. */
export async function deleteRow({ companyId, id }: Key): Promise<void> {
  await execute(sql`delete from conversations where "companyId" = ${companyId} and "id" = ${id}`);
}

/**
 * Until the transaction ends, deleted conversations of this contact leave its links as they are: they go with the
 * contact, which is deleted in the same transaction.
 */
export async function leaveLinksTo(contactId: string): Promise<void> {
  await execute(sql`select set_config('parley.links', ${contactId}, true)`);
}
