import { notFound } from "#server/base/errors.ts";
import { command } from "#server/core/operation.ts";
import { requireMatch } from "#server/core/preconditions.ts";
import { momentAfter } from "#server/db/moment.ts";
import { prisma } from "#server/db/prisma.ts";
import { arrange, emitPhaseChanged, lockPipeline, requireProgress } from "./arranging.ts";
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
    const { actor, input } = context;
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
    requireMatch(input.ifMatch, before.updatedAt);
    if (place === before.order && own.every((key) => after[key] === before[key])) return before;
    const { companyId, id, name, type, agingDays, staleDays } = after;
    const updatedAt = momentAfter(before.updatedAt);
    await prisma.phase.update({
      where: { companyId_id: { companyId, id } },
      data: { name, type, agingDays, staleDays, updatedAt },
    });
    await arrange(companyId, placed, updatedAt);
    emitPhaseChanged(context, id);
    return { ...after, order: place, updatedAt };
  },
});
