// SQL because only this condition, word for word, is answered by the index of leads.
import type { Actor } from "#server/core/actor.ts";
import { rows, sql } from "#server/db/sql.ts";
import type { ConversationRow } from "../row.ts";

/** The newest conversations that have a contact or were closed as a lead, whoever may see them; nothing of the past that was brought in. */
export function newestLeads({ companyId }: Pick<Actor, "companyId">, limit: number): Promise<ConversationRow[]> {
  return rows<ConversationRow>(sql`
    select c.* from conversations c
    where c."companyId" = ${companyId}
      and (c."contactId" is not null or c."isLead") and not c."imported" and c."mergedIntoId" is null
    order by c."companyId" desc, c."createdAt" desc, c."id" desc limit ${limit}`);
}
