import { AppError } from "#server/core/errors.ts";
import type { CommandContext } from "#server/core/operation.ts";
import { execute, json, rows, sql } from "#server/db/sql.ts";
import type { PhaseRow } from "./access.ts";

/**
 * All phases by order, each row held until the end of the transaction. The company's first phase row serves as the lock
 * of the whole pipeline: every change of it takes the rows in one order.
 */
export async function lockPipeline(companyId: string): Promise<PhaseRow[]> {
  const held = await rows<PhaseRow>(sql`
    select "companyId", "id", "name", "order", "type" from phases
    where "companyId" = ${companyId} order by "id" for no key update`);
  return held.sort((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1));
}

/** Gives the phases their places 0, 1, 2 ... as listed; writes only those that move. */
export async function arrange(companyId: string, phases: readonly PhaseRow[], now: Date): Promise<PhaseRow[]> {
  const placed = phases.map((phase, order) => ({ ...phase, order }));
  const moved = placed.filter((phase, index) => phases[index]?.order !== phase.order);
  if (moved.length > 0) {
    await execute(sql`
      update phases p set "order" = n."order", "updatedAt" = ${now}
      from jsonb_to_recordset(${json(moved)}::jsonb) as n("id" uuid, "order" int)
      where p."companyId" = ${companyId} and p."id" = n."id"`);
  }
  return placed;
}

/** New conversations enter at a progress phase: one must remain (L5). */
export function requireProgress(phases: readonly PhaseRow[]): void {
  if (phases.some(({ type }) => type === "progress")) return;
  throw new AppError("conflict", {
    message: "The last phase of type progress must stay: new conversations enter there.",
  });
}

export function tellPhaseChanged({ emit }: Pick<CommandContext<unknown>, "emit">, id: string): void {
  emit({ type: "phase/changed", data: { id } });
}
