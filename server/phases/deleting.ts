import { AppError, invalidField, notFound } from "#server/base/errors.ts";
import { moveAll } from "#server/conversations/moving/moving-all.ts";
import { onlyAssigned } from "#server/core/actor.ts";
import { command } from "#server/core/operation.ts";
import { execute, row, sql } from "#server/db/sql.ts";
import type { PhaseRow } from "./access.ts";
import { arrange, lockPipeline, requireProgress, tellPhaseChanged } from "./arranging.ts";
import { deletedPhaseSchema, deletePhaseInput } from "./schema.ts";

function destination(phases: readonly PhaseRow[], moveTo: string, leaving: PhaseRow): PhaseRow {
  const found = phases.find(({ id }) => id === moveTo);
  if (!found) throw invalidField("moveTo", "No such phase.", "unknown_reference");
  if (found === leaving) throw invalidField("moveTo", "Another phase must take over.", "same_phase");
  return found;
}

/** DELETE /v1/phases/{phaseId}?moveTo=: its conversations, closed ones too, go where `moveTo` says (L5). */
export const deletePhase = command({
  name: "phases.delete",
  access: "clients_write",
  input: deletePhaseInput,
  output: deletedPhaseSchema,
  example: (given) => ({ phaseId: given.emptyPhaseId ?? "" }),
  async run(context) {
    const { actor, input, now } = context;
    const phases = await lockPipeline(actor);
    const leaving = phases.find(({ id }) => id === input.phaseId);
    if (!leaving) throw notFound("phase");
    const target = input.moveTo ? destination(phases, input.moveTo, leaving) : undefined;
    const remaining = phases.filter((phase) => phase !== leaving);
    requireProgress(remaining);
    const used = await row(sql`
      select 1 from conversation_activity where "companyId" = ${actor.companyId} and "phaseId" = ${leaving.id} limit 1`);
    if (used) {
      if (!target)
        throw new AppError("conflict", { message: "The phase holds conversations: say where they go with moveTo." });
      // People limited to their own rows must not move those of others.
      if (onlyAssigned(actor, "clients_write"))
        throw new AppError("forbidden", { extra: { requiredPermissions: ["clients_write"] } });
      await moveAll.execute(actor, { from: leaving.id, to: target.id });
    }
    await execute(sql`delete from phases where "companyId" = ${actor.companyId} and "id" = ${leaving.id}`);
    await arrange(actor.companyId, remaining, now);
    tellPhaseChanged(context, leaving.id);
    const { companyId: _companyId, ...phase } = leaving;
    return { ...phase, deleted: true as const };
  },
});
