import type { ListenerContext } from "#server/core/listeners.ts";
import { prisma } from "#server/db/prisma.ts";

/** A team that goes takes over for nobody. */
export async function forgetFallback(
  _context: ListenerContext,
  gone: { companyId: string; teamId: string },
): Promise<void> {
  const where = { companyId: gone.companyId, fallbackTeamId: gone.teamId };
  await prisma.assignmentPolicy.updateMany({ where, data: { fallbackTeamId: null } });
}
