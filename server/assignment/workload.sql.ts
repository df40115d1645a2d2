// SQL because loads are counted for everybody by one statement.
import { rows, sql } from "#server/db/sql.ts";

export type PersonLoad = {
  userId: string;
  name: string;
  own: "online" | "away";
  online: boolean;
  open: number;
  limit: number | null;
  waiting: number;
  waitingSince: Date | null;
};
export type TeamLoad = {
  teamId: string;
  name: string;
  open: number;
  limit: number | null;
  waiting: number;
  waitingSince: Date | null;
};

const ofOpen = sql`a."status" <> 'closed' and a."snoozedUntil" is null`;

/** A person's limit is the highest of their teams'; null where one has none. */
export function loadsOfPeople(companyId: string): Promise<PersonLoad[]> {
  return rows<PersonLoad>(sql`
    select u."id" as "userId", u."name", u."availability" as "own", coalesce(s."online", false) as "online",
      l."open", l."waiting", l."waitingSince",
      (select case when bool_or(p."perPerson" is null) then null else max(p."perPerson") end
        from assignment_policies p join team_members m on m."companyId" = p."companyId" and m."teamId" = p."teamId"
        where p."companyId" = u."companyId" and m."userId" = u."id" and p."method" <> 'manual') as "limit"
    from users u left join agent_states s on s."companyId" = u."companyId" and s."userId" = u."id"
    cross join lateral (select count(*)::int as "open", count(a."waitingSince")::int as "waiting",
        min(a."waitingSince") as "waitingSince"
      from conversation_activity a where a."companyId" = u."companyId" and a."assignedTo" = u."id" and ${ofOpen}) l
    where u."companyId" = ${companyId} and u."active" and u."role" <> 'viewer' order by lower(u."name"), u."id"`);
}

export function loadsOfTeams(companyId: string): Promise<TeamLoad[]> {
  return rows<TeamLoad>(sql`
    select t."id" as "teamId", t."name", p."perTeam" as "limit",
      count(a."conversationId")::int as "open", count(a."conversationId") filter (where a."assignedTo" is null)::int as "waiting",
      min(coalesce(a."waitingSince", a."lastMessageAt", a."createdAt")) filter (where a."assignedTo" is null) as "waitingSince"
    from teams t left join assignment_policies p on p."companyId" = t."companyId" and p."teamId" = t."id" and p."method" <> 'manual'
    left join conversation_activity a on a."companyId" = t."companyId" and a."teamId" = t."id" and ${ofOpen}
    where t."companyId" = ${companyId} group by t."id", t."name", t."nameKey", p."perTeam" order by t."nameKey"`);
}
