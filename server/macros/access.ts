import { requireGoverning } from "#server/answers/access.ts";
import { notFound } from "#server/base/errors.ts";
import { isId } from "#server/base/ids.ts";
import type { Actor } from "#server/core/actor.ts";
import type { Macro } from "#server/db/generated/client.ts";
import { lockRow } from "#server/db/locking.sql.ts";
import { prisma } from "#server/db/prisma.ts";

/** What the actor sees: the company's, and those of its person. */
export const visibleTo = ({ companyId, userId }: Actor) => ({
  companyId,
  OR: [{ ownerId: null }, ...(userId ? [{ ownerId: userId }] : [])],
});

/** A macro the actor may see; not_found otherwise. */
export async function readableMacro(actor: Actor, id: string): Promise<Macro> {
  const found = isId(id) ? await prisma.macro.findFirst({ where: { ...visibleTo(actor), id } }) : null;
  if (!found) throw notFound("macro");
  return found;
}

/** The same to change it, its row locked: an own one, or one of the company. */
export async function lockMacro(actor: Actor, id: string): Promise<Macro> {
  const { companyId, userId } = actor;
  const found = await lockRow("macros", { companyId, id });
  if (!found || (found.ownerId !== null && found.ownerId !== userId)) throw notFound("macro");
  if (found.ownerId === null) requireGoverning(actor);
  return found;
}
