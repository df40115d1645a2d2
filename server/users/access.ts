import { notFound } from "#server/base/errors.ts";
import { isId } from "#server/base/ids.ts";
import { settingsOf } from "#server/companies/access.ts";
import type { Actor } from "#server/core/actor.ts";
import { permissionsOfRole, type Role } from "#server/core/permissions.ts";
import { empty, row, sql } from "#server/db/sql.ts";

/** A row of `users` without its password. */
export type UserRow = {
  companyId: string;
  id: string;
  name: string;
  email: string;
  role: Role;
  active: boolean;
  avatarUrl: string;
  availability: "online" | "away";
  preferences: Record<string, unknown>;
  createdAt: Date;
  updatedAt: Date;
};

export const userColumns = sql`u."companyId", u."id", u."name", u."email", u."role", u."active", u."avatarUrl",
  u."availability", u."preferences", u."createdAt", u."updatedAt"`;

/** A user of the actor's company, active or not; not_found otherwise. */
export async function readableUser(actor: Actor, id: string, lock = false): Promise<UserRow> {
  const found = isId(id)
    ? await row<UserRow>(sql`
        select ${userColumns} from users u where u."companyId" = ${actor.companyId} and u."id" = ${id}
        ${lock ? sql`for no key update` : empty}`)
    : undefined;
  if (!found) throw notFound("user");
  return found;
}

/** The person behind the actor: the user itself or the token's owner; not_found where there is none. */
export function ownUser(actor: Actor, lock = false): Promise<UserRow> {
  return readableUser(actor, actor.userId ?? "", lock);
}

/** null where somebody signs in through the identity provider only. */
export async function storedHash({ companyId, id }: Pick<UserRow, "companyId" | "id">): Promise<string | null> {
  const found = await row<{ passwordHash: string | null }>(sql`
    select "passwordHash" from users where "companyId" = ${companyId} and "id" = ${id}`);
  return found?.passwordHash ?? null;
}

/** What a person of this role may do in a company with these settings. */
export function permissionsIn(role: Role, companySettings: Record<string, unknown>): ReadonlySet<string> {
  return new Set(permissionsOfRole(role, settingsOf(companySettings).agentsSeeEverything));
}
