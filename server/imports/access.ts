import { AppError } from "#server/base/errors.ts";
import { type Actor, can, onlyAssigned } from "#server/core/actor.ts";
import { masksOf } from "#server/core/rights.ts";
import { prisma } from "#server/db/prisma.ts";
import type { ImportKey } from "./choices.ts";

/**
 * Why the actor may not import; undefined: they may. Who is known by an address would be told row by row to those who are
 * shown addresses masked (W11): they match people by what they see.
 */
export function importRefusal(actor: Actor, matchBy: readonly ImportKey[]): AppError | undefined {
  if (onlyAssigned(actor, "clients_write"))
    return new AppError("forbidden", { message: "An import needs clients_write for all contacts." });
  const hidden = masksOf(actor).filter((mask) => matchBy.some((key) => key === mask));
  if (hidden.length === 0) return undefined;
  const what = hidden.join(" and ");
  const message = `An import finds people by ${what}, which your role hides. Ask somebody who sees it, or match by externalId alone.`;
  return new AppError("forbidden", { message, extra: { hidden } });
}

/** What imports' files were called, by the import; to those who may import. */
export async function fileNamesOf(actor: Actor, ids: readonly string[]): Promise<[string, string][]> {
  if (ids.length === 0 || !can(actor, "clients_write")) return [];
  const where = { companyId: actor.companyId, id: { in: [...ids] } };
  const found = await prisma.contactImport.findMany({ where, select: { id: true, fileName: true } });
  return found.map(({ id, fileName }) => [id, fileName]);
}
