import { AppError, invalidField } from "#server/base/errors.ts";
import { knownCalendar } from "#server/calendars/access.ts";
import { channelsOf } from "#server/channels/access.ts";
import type { Actor } from "#server/core/actor.ts";
import { endsAtTeams } from "#server/core/rights.ts";
import { takeTurn } from "#server/db/locking.sql.ts";
import { prisma } from "#server/db/prisma.ts";
import { assignableUser } from "#server/users/assignable.ts";
import { teamIdsOf } from "./access.ts";
import { maxMembers, maxTeams, teamColors } from "./choices.ts";
import type { TeamMember } from "./schema.ts";

/** How names are compared. */
export const nameKeyOf = (name: string) => name.normalize("NFKC").toLowerCase();

/** One change of names and numbers at a time in a company; taken before any row. */
export const takeTurnAtTeams = ({ companyId }: Pick<Actor, "companyId">) => takeTurn(`teams:${companyId}`);

export async function requireFreeName({ companyId }: Actor, name: string): Promise<void> {
  if ((await prisma.team.count({ where: { companyId, nameKey: nameKeyOf(name) } })) === 0) return;
  const message = "There is a team of this name.";
  throw new AppError("already_exists", { message, details: [{ field: "name", code: "already_exists", message }] });
}

/** Refuses one more than a company may have; answers the colour of the next. */
export async function requireRoom({ companyId }: Actor): Promise<string> {
  const count = await prisma.team.count({ where: { companyId } });
  if (count < maxTeams) return teamColors[count % teamColors.length] ?? teamColors[0];
  throw new AppError("limit_reached", { message: `At most ${maxTeams} teams.`, extra: { limit: maxTeams } });
}

export function requireRoomFor(count: number): void {
  if (count <= maxMembers) return;
  throw new AppError("limit_reached", { message: `At most ${maxMembers} members.`, extra: { limit: maxMembers } });
}

/** Whose role ends somewhere would reach further by another team, or have others reach further (W11). */
export async function requireOwnTeam(actor: Actor, teamId: string | null): Promise<void> {
  if (!endsAtTeams(actor) || (teamId !== null && (await teamIdsOf(actor)).includes(teamId))) return;
  throw new AppError("forbidden", { message: "With your role you can change only the teams you are in." });
}

/** Whose role ends somewhere would be given what comes in by a further channel, when it is shared out to the team (W11). */
export function requireOwnChannels(actor: Actor, channels: readonly string[], before: readonly string[]): void {
  const { sight } = actor;
  const own = [...before, ...(sight?.write === "channel" ? sight.channelIds : [])];
  if (!endsAtTeams(actor) || channels.every((id) => own.includes(id))) return;
  throw new AppError("forbidden", { message: "With your role you can add only the channels that it reaches." });
}

/** Each once; who was a member before may have been deactivated since. */
export async function knownMembers(
  actor: Actor,
  given: readonly TeamMember[],
  before: readonly TeamMember[],
  field = "members",
) {
  const members = new Map(given.map(({ userId, role }) => [userId.toLowerCase(), role]));
  const known = new Set(before.map(({ userId }) => userId));
  for (const userId of members.keys()) if (!known.has(userId)) await assignableUser(actor, userId, field);
  return [...members].map(([userId, role]) => ({ userId, role }));
}

/** The calendar that a body names; null: none of its own. */
export async function knownHours(actor: Actor, calendarId: string | null): Promise<string | null> {
  return calendarId === null ? null : (await knownCalendar(actor, calendarId, "calendarId")).id;
}

export async function knownChannels(actor: Actor, given: readonly string[]): Promise<string[]> {
  const ids = [...new Set(given.map((id) => id.toLowerCase()))];
  const living = new Set((await channelsOf(actor)).map(({ id }) => id));
  if (!ids.every((id) => living.has(id))) throw invalidField("channels", "No such channel.", "unknown_reference");
  return ids;
}

type Key = { companyId: string; id: string };

export async function writeMembers(
  { companyId, id: teamId }: Key,
  members: readonly TeamMember[],
  now: Date,
): Promise<void> {
  await prisma.teamMember.deleteMany({ where: { companyId, teamId } });
  const data = members.map((member) => ({ companyId, teamId, ...member, createdAt: now }));
  await prisma.teamMember.createMany({ data });
}

export async function writeChannels({ companyId, id: teamId }: Key, channels: readonly string[]): Promise<void> {
  await prisma.teamChannel.deleteMany({ where: { companyId, teamId } });
  await prisma.teamChannel.createMany({ data: channels.map((channelId) => ({ companyId, teamId, channelId })) });
}
