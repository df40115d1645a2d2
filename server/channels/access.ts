import { notFound } from "#server/base/errors.ts";
import { isId } from "#server/base/ids.ts";
import type { Actor } from "#server/core/actor.ts";
import { prisma } from "#server/db/prisma.ts";
import { type ChannelRow, findChannel, findChannels } from "./access.sql.ts";

export type { ChannelRow } from "./access.sql.ts";

/** All channels of the actor's company that are not deleted, oldest first. */
export function channelsOf({ companyId }: Pick<Actor, "companyId">): Promise<ChannelRow[]> {
  return findChannels(companyId);
}

/** What all of them are called, also those that were deleted: for what happened in them. */
export function labelsOfAll({ companyId }: Pick<Actor, "companyId">) {
  return prisma.channel.findMany({ where: { companyId }, select: { id: true, label: true } });
}

/** One channel of the actor's company; not_found otherwise, also when it was deleted. */
export async function readableChannel({ companyId }: Actor, id: string, lock = false): Promise<ChannelRow> {
  const found = isId(id) ? await findChannel(companyId, id, lock) : undefined;
  if (!found) throw notFound("channel");
  return found;
}

/** The people of the round robin (G1). */
export function assigneesOf({ assignees }: Record<string, unknown>): string[] {
  return Array.isArray(assignees) ? assignees.filter((id): id is string => typeof id === "string") : [];
}

/** The same of a channel by its id, also when it was deleted. */
export async function roundRobinOf({ companyId }: Actor, id: string): Promise<string[]> {
  const channel = await prisma.channel.findFirst({ where: { companyId, id }, select: { settings: true } });
  return assigneesOf(channel?.settings ?? {});
}

type Seen = { channelId: string; visitorId: string };

/** What the channels know of these visitors. */
export function identitiesOf({ companyId }: Actor, visitors: readonly Seen[]) {
  const OR = visitors.map(({ channelId, visitorId }) => ({ channelId, visitorId }));
  return prisma.channelIdentity.findMany({ where: { companyId, OR }, omit: { companyId: true } });
}

/** What the customer's website signs its visitors' identities with; null: it has none. */
export async function identitySecretOf({ companyId }: Actor, id: string): Promise<string | null> {
  const found = await prisma.channel.findFirst({ where: { companyId, id }, select: { identitySecret: true } });
  return found?.identitySecret ?? null;
}
