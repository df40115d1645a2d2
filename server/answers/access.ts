import { AppError, notFound } from "#server/base/errors.ts";
import { isId } from "#server/base/ids.ts";
import { type Actor, onlyAssigned } from "#server/core/actor.ts";
import type { CannedResponse } from "#server/db/generated/client.ts";
import { lockRow } from "#server/db/locking.sql.ts";
import { prisma } from "#server/db/prisma.ts";
import type { AnswerScope } from "./choices.ts";

/** What the actor sees: the company's, and those of its person. */
export const visibleTo = ({ companyId, userId }: Actor) => ({
  companyId,
  OR: [{ ownerId: null }, ...(userId ? [{ ownerId: userId }] : [])],
});

export const scopeOf = ({ ownerId }: Pick<CannedResponse, "ownerId">): AnswerScope => (ownerId ? "private" : "company");

/** The company's are governed by those who may write the contacts of everybody, since everybody uses them. */
export function requireGoverning(actor: Actor): void {
  if (!onlyAssigned(actor, "clients_write")) return;
  throw new AppError("forbidden", {
    message: "What the whole company uses needs the permission clients_write. Keep one of your own: scope private.",
    extra: { requiredPermissions: ["clients_write"] },
  });
}

/** Whose it is by its scope. */
export function ownerFor(actor: Actor, scope: AnswerScope): string | null {
  if (scope === "company") {
    requireGoverning(actor);
    return null;
  }
  if (actor.userId) return actor.userId;
  throw new AppError("forbidden", { message: "Private answers belong to people." });
}

/** An answer the actor may see; not_found otherwise. */
export async function readableAnswer(actor: Actor, id: string): Promise<CannedResponse> {
  const found = isId(id) ? await prisma.cannedResponse.findFirst({ where: { ...visibleTo(actor), id } }) : null;
  if (!found) throw notFound("ready answer");
  return found;
}

/** The same to change it, its row locked: an own one, or one of the company. */
export async function lockAnswer(actor: Actor, id: string): Promise<CannedResponse> {
  const { companyId, userId } = actor;
  const found = isId(id) ? await lockRow("canned_responses", { companyId, id }) : undefined;
  if (!found || (found.ownerId !== null && found.ownerId !== userId)) throw notFound("ready answer");
  if (found.ownerId === null) requireGoverning(actor);
  return found;
}
