import { type Actor, can } from "#server/core/actor.ts";
import { prisma } from "#server/db/prisma.ts";

/** What imports' files were called, by the import; to those who may import. */
export async function fileNamesOf(actor: Actor, ids: readonly string[]): Promise<[string, string][]> {
  if (ids.length === 0 || !can(actor, "clients_write")) return [];
  const where = { companyId: actor.companyId, id: { in: [...ids] } };
  const found = await prisma.contactImport.findMany({ where, select: { id: true, fileName: true } });
  return found.map(({ id, fileName }) => [id, fileName]);
}
