// SQL because loads are counted, and what waits is found and locked, each by one statement.
import { empty, row, rows, type Sql, sql } from "#server/db/sql.ts";
import { takesAt } from "#server/roles/holding.sql.ts";
import { isSilent } from "#server/users/active.sql.ts";
import type { Candidate } from "./choosing.ts";

export type Person = Candidate & { role: "primary" | "secondary" };

const open = sql`a."status" <> 'closed' and a."snoozedUntil" is null`;

/** Whether the channel is nobody's in particular; a team without members is a team. */
const hasNoTeam = (companyId: string, channelId: Sql): Sql => sql`not exists (select 1 from team_channels h
  where h."companyId" = ${companyId} and h."channelId" = ${channelId})`;

/** Where a channel is nobody's in particular: whether the person `u` takes what comes in there. */
export const anybodyAt = (companyId: string, channelId: Sql): Sql =>
  sql`(${hasNoTeam(companyId, channelId)} and ${takesAt(companyId, channelId)})`;

/**
 * Those who may be given conversations: of a team, or of the teams of a channel, or (where it has none) everybody whose
 * role does not end elsewhere.
 */
export function peopleOf(companyId: string, of: { teamId: string } | { channelId: string }): Promise<Person[]> {
  const members =
    "teamId" in of
      ? sql`select m."userId", m."role" from team_members m where m."companyId" = ${companyId} and m."teamId" = ${of.teamId}`
      : sql`select m."userId", min(m."role") as "role" from team_members m join team_channels h
        on h."companyId" = m."companyId" and h."teamId" = m."teamId"
        where m."companyId" = ${companyId} and h."channelId" = ${of.channelId} group by 1`;
  const everybody = "teamId" in of ? sql`false` : anybodyAt(companyId, sql`${of.channelId}::uuid`);
  return rows<Person>(sql`
    with members as (${members})
    select u."id", u."name", coalesce(m."role", 'primary') as "role", s."lastAssignedAt",
      coalesce(s."online", false) and u."availability" = 'online' as "available",
      (select count(*) from conversation_activity a where a."companyId" = u."companyId" and a."assignedTo" = u."id"
        and ${open})::int as "open"
    from users u left join members m on m."userId" = u."id"
    left join agent_states s on s."companyId" = u."companyId" and s."userId" = u."id"
    where u."companyId" = ${companyId} and u."active" and u."role" <> 'viewer' and (m."userId" is not null or ${everybody})
    order by u."id"`);
}

/** Open conversations of a team that somebody holds. */
export async function heldByTeam(companyId: string, teamId: string): Promise<number> {
  const found = await row<{ count: number }>(sql`
    select count(*)::int as "count" from conversation_activity a
    where a."companyId" = ${companyId} and a."teamId" = ${teamId} and a."assignedTo" is not null and ${open}`);
  return found?.count ?? 0;
}

export type Waiting = { id: string; persistentLastOperator: string | null };

/**
 * What waits for a person: open, held by nobody and not put off. A channel's: of no team, not the bot's to answer, and
 * not silent for a day unless the visitor waits.
 */
function waits(companyId: string, of: { teamId: string } | { channelId: string }): Sql {
  const which =
    "teamId" in of
      ? sql`a."teamId" = ${of.teamId}`
      : sql`a."teamId" is null and a."channelId" = ${of.channelId} and (a."chatbotState" = 'OFF' or not exists (
        select 1 from channels h join chatbots b on b."companyId" = h."companyId" and b."id" = h."chatbotId"
        where h."companyId" = a."companyId" and h."id" = a."channelId" and b."enabled" and not b."muted"
          and parley_includes(b."companyId", 'enable_chatbot')))
        and (a."status" = 'opened' or a."waitingSince" is not null)`;
  return sql`a."companyId" = ${companyId} and a."assignedTo" is null and ${open} and ${which}`;
}

type Slice = { order: "oldest_waiting" | "priority"; take: number; lock: boolean };

/** In the order in which they are given out; those that something else holds are passed over where they are locked. */
export function waitingOf(
  companyId: string,
  of: { teamId: string } | { channelId: string },
  { order, take, lock }: Slice,
) {
  const first = order === "priority" ? sql`a."priority" desc, ` : empty;
  return rows<Waiting>(sql`
    select a."conversationId" as "id", a."persistentLastOperator" from conversation_activity a
    join conversations c on c."companyId" = a."companyId" and c."id" = a."conversationId" and c."assignedTo" is null
    where ${waits(companyId, of)}
    order by ${first}coalesce(a."waitingSince", a."lastMessageAt", a."createdAt"), a."conversationId"
    limit ${take}${lock ? sql` for update of c skip locked` : empty}`);
}

const inQueue = (of: { teamId: string } | { channelId: string }): Sql =>
  "teamId" in of ? sql`a."teamId" = ${of.teamId}` : sql`a."teamId" is null and a."channelId" = ${of.channelId}`;

/**
 * The visitor has written to `u`, who holds it, since they went away and since it was given to them: whoever gives
 * something to who is away means it, and no bot, rule or snooze that ends is a customer who writes again.
 */
const writtenTo = sql`exists (
  select 1 from messages m where m."companyId" = c."companyId" and m."conversationId" = c."id"
    and m."seq" = c."lastVisitorSeq" and m."createdAt" > u."awaySince") and not exists (
  select 1 from messages g where g."companyId" = c."companyId" and g."conversationId" = c."id"
    and g."seq" > c."lastVisitorSeq" and g."type" = 'command' and g."command"->>'name' in ('assigned', 'transferred'))`;

/**
 * Where a visitor waits for somebody who does not answer: who is not active any more, only reads by now or, with `away`, who was written to
 * since they went away. Those that something else holds are passed over.
 */
export function leftBehind(
  companyId: string,
  of: { teamId: string } | { channelId: string },
  { away, take }: { away: boolean; take: number },
) {
  const gone = away ? sql`(${isSilent} or (u."availability" = 'away' and ${writtenTo}))` : isSilent;
  return rows<{ id: string; silent: boolean }>(sql`
    select a."conversationId" as "id", ${isSilent} as "silent" from conversation_activity a
    join users u on u."companyId" = a."companyId" and u."id" = a."assignedTo"
    join conversations c on c."companyId" = a."companyId" and c."id" = a."conversationId"
    where a."companyId" = ${companyId} and ${inQueue(of)} and ${open} and a."waitingSince" is not null and ${gone}
    order by a."waitingSince", a."conversationId" limit ${take} for update of c skip locked`);
}

export async function countWaiting(companyId: string, of: { teamId: string } | { channelId: string }): Promise<number> {
  const found = await row<{ count: number }>(sql`
    select count(*)::int as "count" from conversation_activity a where ${waits(companyId, of)}`);
  return found?.count ?? 0;
}
