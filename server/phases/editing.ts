import { notFound } from "#server/base/errors.ts";
import { command } from "#server/core/operation.ts";
import { execute, sql } from "#server/db/sql.ts";
import { arrange, lockPipeline, requireProgress, tellPhaseChanged } from "./arranging.ts";
import { phaseSchema, updatePhaseInput } from "./schema.ts";

const own = ["name", "type", "agingDays", "staleDays"] as const;

/** PATCH /v1/phases/{phaseId}: name, type, place, and when its cards turn amber and red. */
export const updatePhase = command({
  name: "phases.update",
  access: "clients_write",
  input: updatePhaseInput,
  output: phaseSchema,
  example: (given) => ({ phaseId: given.phaseId ?? "", name: "Working on it" }),
  async run(context) {
    const { actor, input, now } = context;
    const phases = await lockPipeline(actor);
    const before = phases.find(({ id }) => id === input.phaseId);
    if (!before) throw notFound("phase");
    const others = phases.filter((phase) => phase !== before);
    const place = Math.min(input.order ?? before.order, others.length);
    const after = {
      ...before,
      name: input.name ?? before.name,
      type: input.type ?? before.type,
      agingDays: input.agingDays ?? before.agingDays,
      staleDays: input.staleDays ?? before.staleDays,
    };
    const placed = others.toSpliced(place, 0, after);
    requireProgress(placed);
    if (place === before.order && own.every((key) => after[key] === before[key])) return before;
    await execute(sql`
      update phases set "name" = ${after.name}, "type" = ${after.type}, "agingDays" = ${after.agingDays},
        "staleDays" = ${after.staleDays}, "updatedAt" = ${now}
      where "companyId" = ${actor.companyId} and "id" = ${after.id}`);
    await arrange(actor.companyId, placed, now);
    tellPhaseChanged(context, after.id);
    return { ...after, order: place };
  },
});
