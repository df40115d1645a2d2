// SQL because a team is read with its members and channels, sorted without case, by one statement.
import { isId } from "#server/base/ids.ts";
import type { Team } from "#server/db/generated/client.ts";
import { empty, likeLiteral, row, rows, sql } from "#server/db/sql.ts";
import type { TeamMember } from "./schema.ts";

export type TeamRow = Omit<Team, "nameKey"> & { sortKey: string; channels: string[]; members: TeamMember[] };
export type TeamFilters = { search?: string | undefined; userId?: string | undefined; channelId?: string | undefined };

const shown = sql`t."companyId", t."id", t."name", t."color", t."calendarId", t."createdAt", t."updatedAt", t."nameKey" as "sortKey",
  array(select h."channelId" from team_channels h where h."companyId" = t."companyId" and h."teamId" = t."id" order by 1) as "channels",
  coalesce((select jsonb_agg(jsonb_build_object('userId', m."userId", 'role', m."role") order by m."role", m."userId")
    from team_members m where m."companyId" = t."companyId" and m."teamId" = t."id"), '[]') as "members"`;

function conditionOf(companyId: string, { search, userId, channelId }: TeamFilters) {
  const named = search ? sql` and parley_fold(t."name") like parley_fold(${`%${likeLiteral(search)}%`})` : empty;
  const ofUser = isId(userId ?? "")
    ? sql` and exists (select 1 from team_members m where m."companyId" = t."companyId" and m."teamId" = t."id" and m."userId" = ${userId})`
    : sql` and false`;
  const ofChannel = isId(channelId ?? "")
    ? sql` and exists (select 1 from team_channels h where h."companyId" = t."companyId" and h."teamId" = t."id" and h."channelId" = ${channelId})`
    : sql` and false`;
  return sql`t."companyId" = ${companyId}${named}${userId ? ofUser : empty}${channelId ? ofChannel : empty}`;
}

export async function countTeams(companyId: string, filters: TeamFilters): Promise<number> {
  const found = await row<{ count: number }>(sql`
    select count(*) as "count" from teams t where ${conditionOf(companyId, filters)}`);
  return found?.count ?? 0;
}

type Slice = { after: { key: string; id: string } | null; take: number; skip: number };

/** By name. */
export function teamsPage(companyId: string, filters: TeamFilters, { after, take, skip }: Slice): Promise<TeamRow[]> {
  const rest = after ? sql` and (t."nameKey", t."id") > (${after.key}::text, ${after.id}::uuid)` : empty;
  return rows<TeamRow>(sql`
    select ${shown} from teams t where ${conditionOf(companyId, filters)}${rest}
    order by t."nameKey", t."id" limit ${take} offset ${skip}`);
}

/** Held where it is to be changed; conversations may still come to it. */
export async function findTeam(companyId: string, id: string, lock = false): Promise<TeamRow | undefined> {
  if (!isId(id)) return undefined;
  if (lock) await row(sql`select 1 from teams where "companyId" = ${companyId} and "id" = ${id} for no key update`);
  return row<TeamRow>(sql`select ${shown} from teams t where t."companyId" = ${companyId} and t."id" = ${id}`);
}

/** One team, which cannot go before this transaction ends: something is about to belong to it. */
export async function holdTeam(companyId: string, id: string): Promise<{ id: string; name: string } | undefined> {
  if (!isId(id)) return undefined;
  return row(sql`select "id", "name" from teams where "companyId" = ${companyId} and "id" = ${id} for key share`);
}
