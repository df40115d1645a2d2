// SQL because an upload that is being taken is locked, so that the sweep passes it over.
import { isId } from "#server/base/ids.ts";
import type { Actor } from "#server/core/actor.ts";
import type { Upload } from "#server/db/generated/client.ts";
import { row, rows, sql } from "#server/db/sql.ts";
import { uploaderOf } from "./access.ts";

/**
 * A file that this actor uploaded, or one of the team that waits for a message; undefined for anything else, and for what
 * belongs to a ready answer. Locks it
 * until the transaction ends.
 */
export async function teamUpload(actor: Actor, id: string): Promise<Upload | undefined> {
  if (!isId(id)) return undefined;
  return row<Upload>(sql`
    select * from uploads where "companyId" = ${actor.companyId} and "id" = ${id}
      and ("createdBy" = ${uploaderOf(actor)} or ("conversationId" is null and "createdBy" like 'user:%'))
      and not "kept"
    for key share`);
}

/** The same by the key in its address, which is the permission. */
export async function uploadByKey(actor: Actor, key: string): Promise<Upload | undefined> {
  return row<Upload>(sql`
    select * from uploads where "companyId" = ${actor.companyId} and "key" = ${key} for key share`);
}

/** Files as they are, held for who takes them until the transaction ends: two messages at once do not both take one. */
export async function heldByKeys(companyId: string, keys: readonly string[]): Promise<Upload[]> {
  return rows<Upload>(sql`
    select * from uploads where "companyId" = ${companyId} and "key" = any(${[...keys]}::text[])
    order by "key" for no key update`);
}

/**
 * An upload that this actor made; undefined for anything else. Locks it, so that the sweep leaves it alone until the
 * transaction ends.
 */
export async function ownUpload(actor: Actor, id: string): Promise<Upload | undefined> {
  if (!isId(id)) return undefined;
  return row<Upload>(sql`
    select * from uploads where "companyId" = ${actor.companyId} and "id" = ${id} and "createdBy" = ${uploaderOf(actor)}
    for key share`);
}
