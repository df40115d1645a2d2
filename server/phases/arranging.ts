import { AppError } from "#server/base/errors.ts";
import { lockCompany } from "#server/companies/access.ts";
import type { Actor } from "#server/core/actor.ts";
import type { CommandContext } from "#server/core/operation.ts";
import type { Phase } from "#server/db/generated/client.ts";
import { phasesOf } from "./access.ts";
import { writePlaces } from "./pipeline.sql.ts";

/**
 * All phases by order, for a change of them. The company's row is the lock of its pipeline, taken by a statement of its
 * own: one that waits for it would not see phases added meanwhile.
 */
export async function lockPipeline(actor: Actor): Promise<Phase[]> {
  await lockCompany(actor);
  return phasesOf(actor);
}

/** Gives the phases their places 0, 1, 2 ... as listed; writes only those that move. */
export async function arrange(companyId: string, phases: readonly Phase[], now: Date): Promise<Phase[]> {
  const placed = phases.map((phase, order) => ({ ...phase, order }));
  const moved = placed.filter((phase, index) => phases[index]?.order !== phase.order);
  if (moved.length > 0) await writePlaces(companyId, moved, now);
  return placed;
}

/** New conversations enter at a progress phase: one must remain (L5). */
export function requireProgress(phases: readonly Phase[]): void {
  if (phases.some(({ type }) => type === "progress")) return;
  throw new AppError("conflict", {
    message: "The last phase of type progress must stay: new conversations enter there.",
  });
}

export function emitPhaseChanged({ emit }: Pick<CommandContext<unknown>, "emit">, id: string, name?: string): void {
  emit({ type: "phase/changed", data: { id, name } });
}
