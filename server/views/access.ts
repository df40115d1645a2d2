import { AppError, notFound } from "#server/base/errors.ts";
import { isId } from "#server/base/ids.ts";
import { type Actor, onlyAssigned } from "#server/core/actor.ts";
import type { SavedView } from "#server/db/generated/client.ts";
import { lockRow } from "#server/db/locking.sql.ts";
import { prisma } from "#server/db/prisma.ts";
import { teamIdsOf } from "#server/teams/access.ts";
import type { ViewPage, ViewScope } from "./choices.ts";

/** What the actor sees: the views of its person, its teams and the company; who governs them sees all but private ones. */
async function visible(actor: Actor) {
  const ofTeams = governs(actor) ? {} : { teamId: { in: await teamIdsOf(actor) } };
  return {
    companyId: actor.companyId,
    OR: [
      ...(actor.userId ? [{ userId: actor.userId, scope: "private" as const }] : []),
      { scope: "team" as const, ...ofTeams },
      { scope: "company" as const },
    ],
  };
}

const governs = (actor: Actor) => !onlyAssigned(actor, "clients_write");

/** Those of the company first, each scope in its order. */
export async function visibleViews(actor: Actor, where: { page?: ViewPage; scope?: ViewScope }): Promise<SavedView[]> {
  return prisma.savedView.findMany({
    where: { ...(await visible(actor)), ...where },
    orderBy: [{ scope: "asc" }, { teamId: "asc" }, { order: "asc" }, { id: "asc" }],
  });
}

/** A view that the actor sees; undefined: there is none. */
export async function findView(actor: Actor, id: string): Promise<SavedView | undefined> {
  if (!isId(id)) return undefined;
  return (await prisma.savedView.findFirst({ where: { ...(await visible(actor)), id } })) ?? undefined;
}

export async function readableView(actor: Actor, id: string): Promise<SavedView> {
  const found = await findView(actor, id);
  if (!found) throw notFound("view");
  return found;
}

/** What others see is governed by those who may write the conversations and contacts of everybody. */
export function requireScope(actor: Actor, scope: ViewScope): void {
  if (scope === "private" || governs(actor)) return;
  throw new AppError("forbidden", {
    message: "Views of teams and of the company need the permission clients_write.",
    extra: { requiredPermissions: ["clients_write"] },
  });
}

/** A view that the actor may change, held: an own one, or one of a team or the company. */
export async function lockView(actor: Actor, id: string): Promise<SavedView> {
  const found = await lockRow("saved_views", { companyId: actor.companyId, id });
  const mine = found?.scope === "private" && found.userId === actor.userId;
  const shared = found?.scope === "company" || (found?.scope === "team" && (await findView(actor, found.id)));
  if (!found || !(mine || shared)) throw notFound("view");
  requireScope(actor, found.scope);
  return found;
}
