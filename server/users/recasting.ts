import type { Role } from "#server/core/permissions.ts";
import { prisma } from "#server/db/prisma.ts";

/** The preset that clients without an idea of custom roles see of who has this one. */
export async function recastUsers(companyId: string, roleId: string, role: Role): Promise<void> {
  await prisma.user.updateMany({ where: { companyId, roleId, role: { not: role } }, data: { role } });
}
