// SQL because loads are counted for everybody by one statement.
import { rows, type Sql, sql } from "#server/db/sql.ts";
import { isSilent } from "#server/users/active.sql.ts";
import { anybodyAt } from "./standing.sql.ts";

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

/** The policies that give out to people, as `peopleOf` and `fallbackOf` do: of teams, of channels, and as a fallback. */
function givingTo(companyId: string): Sql {
  const members = sql`join team_members m on m."companyId" = p."companyId"`;
  const ofChannel = sql`from team_channels h join team_members m on m."companyId" = h."companyId" and m."teamId" = h."teamId"
    where h."companyId" = p."companyId" and h."channelId" = p."channelId"`;
  return sql`
    with policies as (select * from assignment_policies where "companyId" = ${companyId} and "method" <> 'manual')
    select m."userId", p."perPerson" from policies p ${members} and m."teamId" = p."teamId"
    union all select m."userId", p."perPerson" from policies p cross join lateral (select m."userId" ${ofChannel}) m
    union all select u."id", p."perPerson" from policies p join users u on u."companyId" = p."companyId"
      where p."channelId" is not null and ${anybodyAt(companyId, sql`p."channelId"`)}
    union all select m."userId", p."perPerson" from policies p ${members} and m."teamId" = p."fallbackTeamId"
      where not exists (select 1 from policies o where o."teamId" = p."fallbackTeamId")`;
}

/** Nobody of the team, since they were deactivated or only read by now, while a visitor waits for their answer: it waits for somebody else. */
const unheld = sql`(a."assignedTo" is null or (a."waitingSince" is not null and exists (select from users u
  where u."companyId" = a."companyId" and u."id" = a."assignedTo" and ${isSilent})))`;

/** A person's limit is the highest of all that give to them, since each looks at its own alone; null where one has none. */
export function loadsOfPeople(companyId: string): Promise<PersonLoad[]> {
  return rows<PersonLoad>(sql`
    with giving as (${givingTo(companyId)}), limits as (select "userId",
      case when bool_or("perPerson" is null) then null else max("perPerson") end as "limit" from giving group by "userId")
    select u."id" as "userId", u."name", u."availability" as "own", coalesce(s."online", false) as "online",
      l."open", l."waiting", l."waitingSince",
      n."limit"
    from users u left join agent_states s on s."companyId" = u."companyId" and s."userId" = u."id"
    left join limits n on n."userId" = u."id"
    cross join lateral (select count(*)::int as "open", count(a."waitingSince")::int as "waiting",
        min(a."waitingSince") as "waitingSince"
      from conversation_activity a where a."companyId" = u."companyId" and a."assignedTo" = u."id" and ${ofOpen}) l
    where u."companyId" = ${companyId} and (not ${isSilent} or l."open" > 0)
    order by lower(u."name"), u."id"`);
}

export function loadsOfTeams(companyId: string): Promise<TeamLoad[]> {
  return rows<TeamLoad>(sql`
    select t."id" as "teamId", t."name", p."perTeam" as "limit",
      count(a."conversationId")::int as "open", count(a."conversationId") filter (where ${unheld})::int as "waiting",
      min(coalesce(a."waitingSince", a."lastMessageAt", a."createdAt")) filter (where ${unheld}) as "waitingSince"
    from teams t left join assignment_policies p on p."companyId" = t."companyId" and p."teamId" = t."id" and p."method" <> 'manual'
    left join conversation_activity a on a."companyId" = t."companyId" and a."teamId" = t."id" and ${ofOpen}
    where t."companyId" = ${companyId} group by t."id", t."name", t."nameKey", p."perTeam" order by t."nameKey"`);
}
