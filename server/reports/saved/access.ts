import { AppError, notFound } from "#server/base/errors.ts";
import { isId } from "#server/base/ids.ts";
import { type Actor, onlyAssigned } from "#server/core/actor.ts";
import type { SavedReport } from "#server/db/generated/client.ts";
import { lockRow, takeTurn } from "#server/db/locking.sql.ts";
import { prisma } from "#server/db/prisma.ts";
import type { SavedScope } from "./choices.ts";

/** What others see or get by mail is governed by those who may write the conversations of everybody. */
export const governs = (actor: Actor): boolean => !onlyAssigned(actor, "clients_write");

const visible = ({ companyId, userId }: Actor) => ({
  companyId,
  OR: [{ scope: "company" as const }, ...(userId ? [{ userId, scope: "private" as const }] : [])],
});

/** Those of the company first, by name. */
export function visibleReports(actor: Actor): Promise<SavedReport[]> {
  return prisma.savedReport.findMany({
    where: visible(actor),
    orderBy: [{ scope: "asc" }, { name: "asc" }, { id: "asc" }],
  });
}

export async function readableReport(actor: Actor, id: string): Promise<SavedReport> {
  const found = isId(id) ? await prisma.savedReport.findFirst({ where: { ...visible(actor), id } }) : null;
  if (!found) throw notFound("saved report");
  return found;
}

export function requireGoverning(actor: Actor, what: string): void {
  if (governs(actor)) return;
  throw new AppError("forbidden", {
    message: `${what} needs the permission clients_write.`,
    extra: { requiredPermissions: ["clients_write"] },
  });
}

export function requireScope(actor: Actor, scope: SavedScope): void {
  if (scope === "company") requireGoverning(actor, "A saved report of the company");
}

/** One that the actor may change, held: an own one, or one of the company. */
export async function lockReport(actor: Actor, id: string): Promise<SavedReport> {
  const found = await lockRow("saved_reports", { companyId: actor.companyId, id });
  if (!found || (found.scope === "private" && found.userId !== actor.userId)) throw notFound("saved report");
  requireScope(actor, found.scope);
  return found;
}

/** One change at a time in a company, for names and numbers; taken before any row. */
export const takeTurnAtReports = ({ companyId }: Pick<Actor, "companyId">) => takeTurn(`saved reports:${companyId}`);

/** Those that stand together: of a person, or of the company. */
export function groupOf({ companyId, scope, userId }: Pick<SavedReport, "companyId" | "scope" | "userId">) {
  return prisma.savedReport.findMany({ where: { companyId, scope, ...(scope === "private" ? { userId } : {}) } });
}
