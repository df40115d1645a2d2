// SQL because it stands in the way of every message of a visitor: who is told, how, and who looks, in one statement.
import type { Permission } from "#server/core/permissions.ts";
import { join, rows, type Sql, sql } from "#server/db/sql.ts";
import { lookingAt } from "#server/kit/realtime/looking.sql.ts";
import { holding, type Place } from "#server/roles/holding.sql.ts";
import { activePeople } from "#server/users/active.sql.ts";
import type { QuietHours, StoredMatrix } from "./choices.ts";

/** Some of the team: by id, or by what they may do, and where, and whether they are available, of all or of these. */
export type Choice =
  | { ids: readonly string[] }
  | { may: readonly Permission[]; place?: Place | undefined; available: boolean; among?: readonly string[] };

export type Recipient = {
  id: string;
  role: string;
  matrix: StoredMatrix;
  mutedChannels: string[];
  quietHours: QuietHours | null;
};

function conditionOf(companyId: string, choice: Choice): Sql {
  if ("ids" in choice) return sql`u."id" = any(${choice.ids}::uuid[])`;
  const may = holding(companyId, choice.may, choice.place);
  const { available, among } = choice;
  const conditions = [
    ...(available ? [sql`u."availability" = 'online'`] : []),
    ...(among ? [sql`u."id" = any(${among}::uuid[])`] : []),
  ];
  return join([...conditions, may], " and ");
}

/** The active people of the choice, but the one who did it and those who look at the conversation now. */
export function recipientsOf(
  companyId: string,
  choice: Choice,
  { doer, conversationId }: { doer: string | null; conversationId: string | null },
): Promise<Recipient[]> {
  return rows<Recipient>(sql`
    select u."id", u."role", coalesce(p."matrix", '{}') as "matrix", coalesce(p."mutedChannels", '{}') as "mutedChannels",
      p."quietHours"
    from ${activePeople(companyId)} u
    left join notification_preferences p on p."companyId" = ${companyId} and p."userId" = u."id"
    where ${conditionOf(companyId, choice)} and u."id" is distinct from ${doer}::uuid
      and u."id"::text not in ${lookingAt(companyId, conversationId)}
    order by u."id"`);
}
