import { AppError, notFound } from "#server/base/errors.ts";
import { isId } from "#server/base/ids.ts";
import { type Actor, onlyAssigned } from "#server/core/actor.ts";
import type { SavedView } from "#server/db/generated/client.ts";
import { lockRow } from "#server/db/locking.sql.ts";
import { prisma } from "#server/db/prisma.ts";
import type { ViewPage, ViewScope } from "./choices.ts";

/** What the actor sees: the views of its person, and those of the company. */
const visible = ({ companyId, userId }: Actor) => ({
  companyId,
  OR: [...(userId ? [{ userId }] : []), { scope: "company" as const }],
});

/** Those of the company first, each scope in its order. */
export function visibleViews(actor: Actor, where: { page?: ViewPage; scope?: ViewScope }): Promise<SavedView[]> {
  return prisma.savedView.findMany({
    where: { ...visible(actor), ...where },
    orderBy: [{ scope: "asc" }, { order: "asc" }, { id: "asc" }],
  });
}

/** A view that the actor sees; undefined: there is none. */
export async function findView(actor: Actor, id: string): Promise<SavedView | undefined> {
  if (!isId(id)) return undefined;
  return (await prisma.savedView.findFirst({ where: { ...visible(actor), id } })) ?? undefined;
}

export async function readableView(actor: Actor, id: string): Promise<SavedView> {
  const found = await findView(actor, id);
  if (!found) throw notFound("view");
  return found;
}

/** What everybody sees is governed by those who may write the conversations and contacts of everybody. */
export function requireScope(actor: Actor, scope: ViewScope): void {
  if (scope === "private" || !onlyAssigned(actor, "clients_write")) return;
  throw new AppError("forbidden", {
    message: "Views of the company need the permission clients_write.",
    extra: { requiredPermissions: ["clients_write"] },
  });
}

/** A view that the actor may change, held: an own one, or one of the company. */
export async function lockView(actor: Actor, id: string): Promise<SavedView> {
  const found = await lockRow("saved_views", { companyId: actor.companyId, id });
  const own = found?.userId === actor.userId;
  if (!found || !(own || found.scope === "company")) throw notFound("view");
  requireScope(actor, found.scope);
  return found;
}
