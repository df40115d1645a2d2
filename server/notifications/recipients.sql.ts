// SQL because it stands in the way of every message of a visitor: who is told, how, and who looks, in one statement.
import type { Role } from "#server/core/permissions.ts";
import { join, rows, type Sql, sql } from "#server/db/sql.ts";
import { lookingAt } from "#server/kit/realtime/looking.sql.ts";
import { activePeople } from "#server/users/active.sql.ts";
import type { QuietHours, StoredMatrix } from "./choices.ts";

/** Some of the team: by id, or by role and whether they are available. */
export type Choice = { ids: readonly string[] } | { roles: readonly Role[]; available: boolean };

export type Recipient = {
  id: string;
  matrix: StoredMatrix;
  mutedChannels: string[];
  quietHours: QuietHours | null;
};

function conditionOf(choice: Choice): Sql {
  if ("ids" in choice) return sql`u."id" = any(${choice.ids}::uuid[])`;
  const role = sql`u."role" = any(${choice.roles}::text[])`;
  return choice.available ? join([role, sql`u."availability" = 'online'`], " and ") : role;
}

/** The active people of the choice, but the one who did it and those who look at the conversation now. */
export function recipientsOf(
  companyId: string,
  choice: Choice,
  { doer, conversationId }: { doer: string | null; conversationId: string | null },
): Promise<Recipient[]> {
  return rows<Recipient>(sql`
    select u."id", coalesce(p."matrix", '{}') as "matrix", coalesce(p."mutedChannels", '{}') as "mutedChannels",
      p."quietHours"
    from ${activePeople(companyId)} u
    left join notification_preferences p on p."companyId" = ${companyId} and p."userId" = u."id"
    where ${conditionOf(choice)} and u."id" is distinct from ${doer}::uuid
      and u."id"::text not in ${lookingAt(companyId, conversationId)}
    order by u."id"`);
}
