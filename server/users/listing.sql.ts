// SQL because names are searched without accents and sorted without case.
import type { z } from "zod";
import type { User } from "#server/db/generated/client.ts";
import { columns, empty, likeLiteral, row, rows, sql } from "#server/db/sql.ts";
import type { UserRow } from "./access.ts";
import type { listUsersInput } from "./schema.ts";

const shown = [
  ...(["companyId", "id", "name", "email", "role", "roleId", "active", "avatarUrl", "availability"] as const),
  ...(["preferences", "createdAt", "updatedAt"] as const),
] satisfies (keyof UserRow)[];
const named = ["id", "name", "avatarUrl", "active", "availability", "role"] as const satisfies (keyof User)[];

export type UserFilters = Pick<z.output<typeof listUsersInput>, "role" | "active" | "search">;

function conditionOf(companyId: string, { role, active, search }: UserFilters) {
  const pattern = `%${likeLiteral(search ?? "")}%`;
  return sql`u."companyId" = ${companyId}${role ? sql` and u."role" = ${role}` : empty}${
    active === undefined ? empty : sql` and u."active" = ${active}`
  }${search ? sql` and (parley_fold(u."name") like parley_fold(${pattern}) or u."email" like lower(${pattern}))` : empty}`;
}

export async function countUsers(companyId: string, filters: UserFilters): Promise<number> {
  const condition = conditionOf(companyId, filters);
  const counted = await row<{ total: number }>(sql`select count(*) as "total" from users u where ${condition}`);
  return counted?.total ?? 0;
}

/** The oldest first. */
export function findUsers(companyId: string, filters: UserFilters, page: { limit: number; offset: number }) {
  return rows<Pick<User, (typeof shown)[number]>>(sql`
    select ${columns(shown, "u")} from users u where ${conditionOf(companyId, filters)}
    order by u."companyId", u."id" limit ${page.limit} offset ${page.offset}`);
}

/** The whole team by name. */
export function namesOf(companyId: string) {
  return rows<Pick<User, (typeof named)[number]>>(sql`
    select ${columns(named, "u")} from users u where u."companyId" = ${companyId} order by lower(u."name"), u."id"`);
}

/** The active administrators, held so that two cannot step down at once. */
export function lockAdmins(companyId: string) {
  return rows<Pick<User, "id">>(sql`
    select "id" from users where "companyId" = ${companyId} and "role" = 'admin' and "active"
    order by "id" for no key update`);
}
