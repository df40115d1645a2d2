import { AppError } from "#server/base/errors.ts";
import type { Actor } from "#server/core/actor.ts";
import type { SavedView } from "#server/db/generated/client.ts";
import { takeTurn } from "#server/db/locking.sql.ts";
import { prisma } from "#server/db/prisma.ts";
import { maxViews } from "./choices.ts";

type Group = Pick<SavedView, "companyId" | "page" | "scope" | "teamId" | "userId">;

/** One change at a time in a company, for names, places and numbers; taken before any row. */
export const takeTurnAtViews = ({ companyId }: Pick<Actor, "companyId">) => takeTurn(`views:${companyId}`);

/** The views that stand together, by their place. */
export function groupOf({ companyId, page, scope, teamId, userId }: Group): Promise<SavedView[]> {
  const whose = scope === "private" ? { userId } : { teamId };
  const where = { companyId, page, scope, ...whose };
  return prisma.savedView.findMany({ where, orderBy: [{ order: "asc" }, { id: "asc" }] });
}

const folded = (name: string) => name.normalize("NFKC").toLowerCase();

export function requireFreeName(others: readonly SavedView[], name: string): void {
  if (!others.some((one) => folded(one.name) === folded(name))) return;
  const message = "There is a view of this name.";
  throw new AppError("already_exists", { message, details: [{ field: "name", code: "already_exists", message }] });
}

/** Of all pages and scopes; `exceptId`: a view that becomes theirs by changing. */
export async function requireRoom({ companyId, userId }: Group, exceptId?: string): Promise<void> {
  const others = exceptId === undefined ? {} : { id: { not: exceptId } };
  if ((await prisma.savedView.count({ where: { companyId, userId, ...others } })) < maxViews) return;
  const message = `At most ${maxViews} views of one person, on all pages. Delete some first.`;
  throw new AppError("limit_reached", { message, extra: { limit: maxViews } });
}

/** Numbers the views as they stand; only what moves is written. */
export async function number(views: readonly SavedView[]): Promise<void> {
  for (const [order, { companyId, id, order: before }] of views.entries())
    if (order !== before)
      await prisma.savedView.update({ where: { companyId_id: { companyId, id } }, data: { order } });
}

/** Gives the view its place among the others. */
export async function place(others: readonly SavedView[], view: SavedView, wanted = others.length): Promise<number> {
  const at = Math.min(wanted, others.length);
  await number(others.toSpliced(at, 0, view));
  return at;
}
