import type { Actor } from "#server/core/actor.ts";
import type { SecondFactor } from "#server/db/generated/client.ts";
import { prisma } from "#server/db/prisma.ts";

type Company = Pick<Actor, "companyId">;

/** The app that makes codes, of a person who has finished setting it up. */
export function factorOf({ companyId }: Company, userId: string): Promise<SecondFactor | null> {
  return prisma.secondFactor.findFirst({ where: { companyId, userId, confirmedAt: { not: null } } });
}

/** How many recovery codes a person has that were not used. */
export async function recoveryLeft({ companyId }: Company, userId: string): Promise<number> {
  const found = await prisma.secondFactor.findFirst({ where: { companyId, userId }, select: { recovery: true } });
  return found?.recovery.length ?? 0;
}

export function passkeysOf({ companyId }: Company, userId: string): Promise<number> {
  return prisma.passkey.count({ where: { companyId, userId } });
}

/** Whether a person has a second factor of whatever kind: an app or a passkey. */
export async function hasFactor(company: Company, userId: string): Promise<boolean> {
  return (await factorOf(company, userId)) !== null || (await passkeysOf(company, userId)) > 0;
}
