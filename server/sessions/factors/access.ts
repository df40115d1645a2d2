import type { Actor } from "#server/core/actor.ts";
import type { SecondFactor } from "#server/db/generated/client.ts";
import { prisma } from "#server/db/prisma.ts";

/** The second factor of a person who has finished setting it up. */
export function factorOf({ companyId }: Pick<Actor, "companyId">, userId: string): Promise<SecondFactor | null> {
  return prisma.secondFactor.findFirst({ where: { companyId, userId, confirmedAt: { not: null } } });
}
