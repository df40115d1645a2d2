import { notFound } from "#server/base/errors.ts";
import { isId } from "#server/base/ids.ts";
import type { Actor } from "#server/core/actor.ts";
import type { AssignmentPolicy } from "#server/db/generated/client.ts";
import { prisma } from "#server/db/prisma.ts";

type Company = Pick<Actor, "companyId">;

/** Of teams, and of channels that are not deleted: nothing comes in by those any more. */
const living = { OR: [{ channelId: null }, { channel: { deletedAt: null } }] };

export function policiesOf({ companyId }: Company): Promise<AssignmentPolicy[]> {
  return prisma.assignmentPolicy.findMany({ where: { companyId, ...living }, orderBy: { id: "asc" } });
}

export async function readablePolicy({ companyId }: Company, id: string): Promise<AssignmentPolicy> {
  const found = isId(id) ? await prisma.assignmentPolicy.findFirst({ where: { companyId, id, ...living } }) : undefined;
  if (!found) throw notFound("assignment policy");
  return found;
}

/** The policy of a channel that gives out by itself. */
export async function policyOfChannel(
  { companyId }: Company,
  channelId: string,
): Promise<AssignmentPolicy | undefined> {
  const where = { companyId, channelId, method: { not: "manual" as const } };
  return (await prisma.assignmentPolicy.findFirst({ where })) ?? undefined;
}

export async function policyOfTeam({ companyId }: Company, teamId: string): Promise<AssignmentPolicy | undefined> {
  return (await prisma.assignmentPolicy.findFirst({ where: { companyId, teamId } })) ?? undefined;
}

/** Who is connected, or has been within the last minute. */
export async function connectedUsers({ companyId }: Company): Promise<ReadonlySet<string>> {
  const found = await prisma.agentState.findMany({ where: { companyId, online: true }, select: { userId: true } });
  return new Set(found.map(({ userId }) => userId));
}
