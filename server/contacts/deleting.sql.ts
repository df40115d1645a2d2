// SQL because contacts are locked in one order, many at once.
import type { Actor } from "#server/core/actor.ts";
import { execute, rows, sql } from "#server/db/sql.ts";
import { visibleOnly } from "./access.sql.ts";
import type { ContactRow } from "./row.ts";

/** Those of the contacts that the actor may change, in the order of ids. */
export function lockContacts(actor: Actor, ids: readonly string[]): Promise<ContactRow[]> {
  return rows<ContactRow>(sql`
    select k.* from contacts k where k."companyId" = ${actor.companyId} and k."id" = any(${ids}::uuid[])
      ${visibleOnly(actor, "clients_write")} order by k."id" for update of k`);
}

export async function deleteContactRows(companyId: string, ids: readonly string[]): Promise<void> {
  await execute(sql`delete from contacts where "companyId" = ${companyId} and "id" = any(${ids}::uuid[])`);
}

/** The row alone: whoever merges has moved what is about it. */
export async function removeRow(companyId: string, id: string): Promise<void> {
  await execute(sql`delete from contacts where "companyId" = ${companyId} and "id" = ${id}::uuid`);
}
