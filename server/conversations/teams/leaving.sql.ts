// SQL because a team that goes may have thousands: they are locked and written by batches.
import { rows, sql } from "#server/db/sql.ts";
import type { ConversationRow } from "../row.ts";

/** So many wait for each other's commit at most. */
export const leavingAtOnce = 500;

/** The next conversations of the team, locked in the order of their ids, like all code that locks several. */
export function nextOfTeam(companyId: string, teamId: string): Promise<ConversationRow[]> {
  return rows<ConversationRow>(sql`
    select c.* from conversations c where c."companyId" = ${companyId} and c."id" in (
      select a."conversationId" from conversation_activity a
      where a."companyId" = ${companyId} and a."teamId" = ${teamId} limit ${leavingAtOnce})
    order by c."id" for update of c`);
}

export function takeFromTeam(companyId: string, ids: readonly string[], at: Date): Promise<ConversationRow[]> {
  return rows<ConversationRow>(sql`
    update conversations set "teamId" = null, "updatedAt" = ${at}
    where "companyId" = ${companyId} and "id" = any(${ids}::uuid[]) returning *`);
}
