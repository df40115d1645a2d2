// SQL because it is a condition inside other nouns' statements.
import { type Sql, sql } from "#server/db/sql.ts";

/** Whether a session has neither ended nor expired. */
export function livingSession(companyId: string, sessionId: Sql): Sql {
  return sql`exists (select 1 from user_sessions s where s."companyId" = ${companyId} and s."id" = ${sessionId}
    and s."revokedAt" is null and s."expiresAt" > now())`;
}
