// SQL because days are compared and answered as days, not as moments.
import { type Actor, can } from "#server/core/actor.ts";
import type { ApiUsage } from "#server/db/generated/client.ts";
import { empty, rows, sql } from "#server/db/sql.ts";

/** `day` as YYYY-MM-DD. */
export type UsageRow = Pick<ApiUsage, "tokenId" | "requests" | "failures"> & { day: string };

/** The use of tokens that are not revoked, from a day on: administrators see all tokens. */
export function usageSince(actor: Actor, from: string): Promise<UsageRow[]> {
  const own = can(actor, "admin") ? empty : sql` and t."userId" = ${actor.userId}`;
  return rows<UsageRow>(sql`
    select u."tokenId", to_char(u."day", 'YYYY-MM-DD') as "day", u."requests", u."failures"
    from api_usage u join api_tokens t on t."companyId" = u."companyId" and t."id" = u."tokenId"
    where u."companyId" = ${actor.companyId} and u."day" >= ${from}::date and t."revokedAt" is null${own}
    order by u."tokenId", u."day"`);
}
