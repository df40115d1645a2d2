// SQL because hundreds of conversations are locked in order, and moved in one statement.
import type { Phase } from "#server/db/generated/client.ts";
import { execute, rows, sql } from "#server/db/sql.ts";
import type { ConversationRow } from "../row.ts";

/** The next conversations of the phase, locked in the order of their ids, like all code that locks several. */
export function lockNextOf({ companyId, id }: Phase, limit: number): Promise<ConversationRow[]> {
  return rows<ConversationRow>(sql`
    select c.* from conversations c
    where c."companyId" = ${companyId} and c."id" in (
      select a."conversationId" from conversation_activity a
      where a."companyId" = ${companyId} and a."phaseId" = ${id} limit ${limit})
    order by c."id" for update of c`);
}

/**
 * Moves locked conversations of one company; each takes one `seq` for the line that tells it. Why a deal was lost stays
 * where it still is.
 */
export async function moveRows(conversations: readonly ConversationRow[], to: Phase, at: Date): Promise<void> {
  const lostReason = to.type === "lost" ? sql`"lostReason"` : sql`''`;
  await execute(sql`
    update conversations set "phaseId" = ${to.id}, "phaseChangedAt" = ${at}, "lastSeq" = "lastSeq" + 1,
      "lostReason" = ${lostReason}, "updatedAt" = ${at}
    where "companyId" = ${conversations[0]?.companyId} and "id" = any(${conversations.map(({ id }) => id)}::uuid[])`);
}
