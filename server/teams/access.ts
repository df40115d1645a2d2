import { invalidField, notFound } from "#server/base/errors.ts";
import { isId } from "#server/base/ids.ts";
import { channelsOf } from "#server/channels/access.ts";
import type { Actor } from "#server/core/actor.ts";
import { prisma } from "#server/db/prisma.ts";
import { findTeam, holdTeam, type TeamRow } from "./access.sql.ts";

/** What teams hold, without channels that have been deleted since. */
export async function withLivingChannels<T extends Pick<TeamRow, "companyId" | "channels">>(
  teams: readonly T[],
): Promise<T[]> {
  const [first] = teams;
  if (!first) return [];
  const living = new Set((await channelsOf(first)).map(({ id }) => id));
  return teams.map((team) => ({ ...team, channels: team.channels.filter((id) => living.has(id)) }));
}

/** A team of the actor's company; not_found otherwise. */
export async function readableTeam(
  { companyId }: Pick<Actor, "companyId">,
  id: string,
  lock = false,
): Promise<TeamRow> {
  const found = await findTeam(companyId, id, lock);
  const [team] = await withLivingChannels(found ? [found] : []);
  if (!team) throw notFound("team");
  return team;
}

export type TeamReference = { id: string; name: string };

/** A team that a body names; a reference error for the field otherwise (A9). */
export async function knownTeam(
  { companyId }: Pick<Actor, "companyId">,
  id: string,
  field: string,
): Promise<TeamReference> {
  const select = { id: true, name: true } as const;
  const found = isId(id) ? await prisma.team.findFirst({ where: { companyId, id }, select }) : undefined;
  if (!found) throw invalidField(field, "No such team.", "unknown_reference");
  return found;
}

/** A team by its name, without regard to case, held until the transaction ends. */
export async function teamNamed(
  { companyId }: Pick<Actor, "companyId">,
  name: string,
): Promise<TeamReference | undefined> {
  const found = await prisma.team.findFirst({
    where: { companyId, name: { equals: name, mode: "insensitive" } },
    select: { id: true },
  });
  return found ? holdTeam(companyId, found.id) : undefined;
}

/** The same where something is about to belong to it: it goes before or afterwards, never meanwhile. */
export async function receivingTeam(
  { companyId }: Pick<Actor, "companyId">,
  id: string,
  field: string,
): Promise<TeamReference> {
  const found = await holdTeam(companyId, id);
  if (!found) throw invalidField(field, "No such team.", "unknown_reference");
  return found;
}

/** The teams of the actor's person. */
export async function teamIdsOf({ companyId, userId }: Pick<Actor, "companyId" | "userId">): Promise<string[]> {
  if (!userId) return [];
  const found = await prisma.teamMember.findMany({ where: { companyId, userId }, select: { teamId: true } });
  return found.map(({ teamId }) => teamId);
}

/** Who belongs to a team; undefined where it is no team of the company. */
export async function membersOf(
  { companyId }: Pick<Actor, "companyId">,
  teamId: string,
): Promise<string[] | undefined> {
  const known = isId(teamId) && (await prisma.team.count({ where: { companyId, id: teamId } })) > 0;
  if (!known) return undefined;
  const members = await prisma.teamMember.findMany({ where: { companyId, teamId }, select: { userId: true } });
  return members.map(({ userId }) => userId);
}

export async function isMember(
  { companyId }: Pick<Actor, "companyId">,
  teamId: string,
  userId: string,
): Promise<boolean> {
  return (await prisma.teamMember.count({ where: { companyId, teamId, userId } })) > 0;
}
