import { isId } from "#server/base/ids.ts";
import type { Actor } from "#server/core/actor.ts";
import type { ContactMerge, Prisma } from "#server/db/generated/client.ts";
import { prisma } from "#server/db/prisma.ts";

export function keepMerge(data: Prisma.ContactMergeUncheckedCreateInput): Promise<ContactMerge> {
  return prisma.contactMerge.create({ data });
}

/** One into this contact; undefined: there is none. */
export async function findMerge({ companyId }: Actor, winnerId: string, id: string): Promise<ContactMerge | undefined> {
  if (!isId(id)) return undefined;
  return (await prisma.contactMerge.findFirst({ where: { companyId, id, winnerId } })) ?? undefined;
}

/** Those into this contact, the last first. */
export function mergesOf({ companyId }: Actor, winnerId: string): Promise<ContactMerge[]> {
  return prisma.contactMerge.findMany({ where: { companyId, winnerId }, orderBy: { id: "desc" } });
}

export async function markUndone({ companyId, id }: ContactMerge, undoneAt: Date): Promise<ContactMerge> {
  return prisma.contactMerge.update({ where: { companyId_id: { companyId, id } }, data: { undoneAt } });
}
