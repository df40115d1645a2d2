import { notFound } from "#server/base/errors.ts";
import { isId } from "#server/base/ids.ts";
import { type Actor, can } from "#server/core/actor.ts";
import { empty, row, rows, type Sql, sql } from "#server/db/sql.ts";

export type TokenRow = {
  id: string;
  userId: string;
  userName: string;
  name: string;
  prefix: string;
  last4: string;
  permissions: string[];
  createdAt: Date;
  lastUsedAt: Date | null;
  expiresAt: Date | null;
};

const columns = sql`t."id", t."userId", u."name" as "userName", t."name", t."prefix", t."last4", t."permissions",
  t."createdAt", t."lastUsedAt", t."expiresAt"`;

/** Administrators see the tokens of all, others their own. */
function visible(actor: Actor): Sql {
  const own = can(actor, "admin") ? empty : sql` and t."userId" = ${actor.userId}`;
  return sql`t."companyId" = ${actor.companyId} and t."revokedAt" is null${own}`;
}

/** Tokens that are not revoked, expired ones included, that the actor may see, newest first. */
export function tokensOf(actor: Actor): Promise<TokenRow[]> {
  return rows<TokenRow>(sql`
    select ${columns} from api_tokens t join users u on u."companyId" = t."companyId" and u."id" = t."userId"
    where ${visible(actor)} order by t."companyId" desc, t."id" desc limit 1000`);
}

/** One of them; not_found otherwise, also when it is revoked. */
export async function readableToken(actor: Actor, id: string): Promise<TokenRow> {
  const found = isId(id)
    ? await row<TokenRow>(sql`
        select ${columns} from api_tokens t join users u on u."companyId" = t."companyId" and u."id" = t."userId"
        where ${visible(actor)} and t."id" = ${id} for update of t`)
    : undefined;
  if (!found) throw notFound("token");
  return found;
}
