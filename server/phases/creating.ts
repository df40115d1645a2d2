import { AppError } from "#server/base/errors.ts";
import { newId } from "#server/base/ids.ts";
import { requireFeature } from "#server/companies/access.ts";
import { command } from "#server/core/operation.ts";
import { prisma } from "#server/db/prisma.ts";
import { arrange, emitPhaseChanged, lockPipeline } from "./arranging.ts";
import { planPhases, usualAges } from "./choices.ts";
import { createPhaseInput, phaseSchema } from "./schema.ts";

const maxPhases = 100;

/** POST /v1/phases: at the end unless `order` says where (L5). */
export const createPhase = command({
  name: "phases.create",
  access: "clients_write",
  input: createPhaseInput,
  output: phaseSchema,
  example: () => ({ name: "Negotiation", type: "progress" as const, order: 1 }),
  async run(context) {
    const { actor, input, now } = context;
    const phases = await lockPipeline(actor);
    if (phases.length >= planPhases) await requireFeature(actor, "unlimited_kanban");
    if (phases.length >= maxPhases) throw new AppError("limit_reached", { message: `At most ${maxPhases} phases.` });
    const place = Math.min(input.order ?? phases.length, phases.length);
    const { name, type } = input;
    const usual = usualAges(type);
    const ages = { agingDays: input.agingDays ?? usual.agingDays, staleDays: input.staleDays ?? usual.staleDays };
    const own = { companyId: actor.companyId, id: newId(), name, type, order: place, ...ages };
    const created = await prisma.phase.create({ data: { ...own, createdAt: now, updatedAt: now } });
    await arrange(actor.companyId, phases.toSpliced(place, 0, created), now);
    emitPhaseChanged(context, created.id);
    return created;
  },
});
