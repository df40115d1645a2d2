// SQL because contacts and their conversations are locked in one order, many at once.
import type { Actor } from "#server/core/actor.ts";
import type { Conversation } from "#server/db/generated/client.ts";
import { forward, moment } from "#server/db/moment.ts";
import { execute, rows, sql } from "#server/db/sql.ts";
import { visibleOnly } from "./access.sql.ts";
import type { ContactRow } from "./row.ts";

/** Locks conversations before their contact, in the order of ids, like all other code. */
export async function lockConversationsOf(actor: Actor, ids: readonly string[]): Promise<void> {
  await execute(sql`
    select 1 from conversations where "companyId" = ${actor.companyId} and "contactId" = any(${ids}::uuid[])
    order by "id" for update`);
}

/** Those of the contacts that the actor may change, in the order of ids. */
export function lockContacts(actor: Actor, ids: readonly string[]): Promise<ContactRow[]> {
  return rows<ContactRow>(sql`
    select k.* from contacts k where k."companyId" = ${actor.companyId} and k."id" = any(${ids}::uuid[])
      ${visibleOnly(actor, "clients_write")} order by k."id" for update of k`);
}

type Released = Pick<Conversation, "id" | "channelId" | "updatedAt">;

/** Leaves the contacts' conversations without a contact. */
export function releaseConversations(companyId: string, contactIds: readonly string[]): Promise<Released[]> {
  return rows<Released>(sql`
    update conversations set "contactId" = null, "updatedAt" = ${forward(moment())},
      "contactLink" = case when "contactLink" in ('claimed', 'confirmed') then 'own' else "contactLink" end
    where "companyId" = ${companyId} and "contactId" = any(${contactIds}::uuid[]) returning "id", "channelId", "updatedAt"`);
}

export async function deleteContactRows(companyId: string, ids: readonly string[]): Promise<void> {
  await execute(sql`delete from contacts where "companyId" = ${companyId} and "id" = any(${ids}::uuid[])`);
}

/** The row alone: whoever merges has moved what is about it. */
export async function removeRow(companyId: string, id: string): Promise<void> {
  await execute(sql`delete from contacts where "companyId" = ${companyId} and "id" = ${id}::uuid`);
}
