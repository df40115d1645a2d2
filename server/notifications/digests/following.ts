import type { Emitted } from "#server/core/events/handlers.ts";
import { prisma } from "#server/db/prisma.ts";
import { nextDigest } from "./timing.ts";

/** The company's clock was set otherwise: digests that wait for their morning come by the new one. */
export async function followMornings({ actor, events, now }: Emitted): Promise<readonly never[]> {
  const zone = events.map((one) => (one.type === "company/changed" ? one.data.timeZone : undefined)).find(Boolean);
  if (!zone) return [];
  const where = { companyId: actor.companyId, digestDueAt: { gt: now } };
  await prisma.notificationPreference.updateMany({ where, data: { digestDueAt: nextDigest(zone, now) } });
  return [];
}
