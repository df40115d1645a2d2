import type { z } from "zod";
import { AppError, invalidField, notFound } from "#server/base/errors.ts";
import { moveAll, moveSliceSize } from "#server/conversations/moving/moving-all.ts";
import { type Actor, onlyAssigned } from "#server/core/actor.ts";
import { command } from "#server/core/operation.ts";
import type { Phase } from "#server/db/generated/client.ts";
import { prisma } from "#server/db/prisma.ts";
import { phasesOf } from "./access.ts";
import { arrange, emitPhaseChanged, lockPipeline, requireProgress } from "./arranging.ts";
import { isUsed, lockPhase } from "./pipeline.sql.ts";
import { deletedPhaseSchema, deletePhaseInput } from "./schema.ts";

function destination(phases: readonly Phase[], moveTo: string, leaving: Phase): Phase {
  const found = phases.find(({ id }) => id === moveTo);
  if (!found) throw invalidField("moveTo", "No such phase.", "unknown_reference");
  if (found === leaving) throw invalidField("moveTo", "Another phase must take over.", "same_phase");
  return found;
}

type Leaving = { leaving: Phase; remaining: Phase[]; target: Phase | undefined };

/** Which phase goes and where its conversations go, or why not. */
function leavingOf(phases: readonly Phase[], { phaseId, moveTo }: z.output<typeof deletePhaseInput>): Leaving {
  const leaving = phases.find(({ id }) => id === phaseId);
  if (!leaving) throw notFound("phase");
  const target = moveTo ? destination(phases, moveTo, leaving) : undefined;
  const remaining = phases.filter((phase) => phase !== leaving);
  requireProgress(remaining);
  return { leaving, remaining, target };
}

/** People limited to their own rows must not move those of others. */
function requireMovable(actor: Actor): void {
  if (onlyAssigned(actor, "clients_write"))
    throw new AppError("forbidden", { extra: { requiredPermissions: ["clients_write"] } });
}

/** DELETE /v1/phases/{phaseId}?moveTo=: its conversations, closed ones too, go where `moveTo` says (L5). */
export const deletePhase = command({
  name: "phases.delete",
  access: "clients_write",
  input: deletePhaseInput,
  output: deletedPhaseSchema,
  example: (given) => ({ phaseId: given.emptyPhaseId ?? "" }),
  // Who writes in a conversation, or begins one, must not wait until hundreds of thousands have moved.
  async ahead({ actor, input }) {
    const { leaving, target } = leavingOf(await phasesOf(actor), input);
    if (!target || !(await isUsed(leaving))) return;
    requireMovable(actor);
    const slice = { from: leaving.id, to: target.id, sliceOnly: true };
    while ((await moveAll.execute(actor, slice)).moved === moveSliceSize);
  },
  async run(context) {
    const { actor, input, now } = context;
    const { leaving, remaining, target } = leavingOf(await lockPipeline(actor), input);
    await lockPhase(leaving);
    if (await isUsed(leaving)) {
      if (!target)
        throw new AppError("conflict", { message: "The phase holds conversations: say where they go with moveTo." });
      requireMovable(actor);
      await moveAll.execute(actor, { from: leaving.id, to: target.id });
    }
    const { companyId, id, name } = leaving;
    await prisma.phase.delete({ where: { companyId_id: { companyId, id } } });
    await arrange(companyId, remaining, now);
    emitPhaseChanged(context, id, name);
    return { ...leaving, deleted: true as const };
  },
});
