import { newId } from "#server/base/ids.ts";
import { prisma } from "#server/db/prisma.ts";
import { usualAges } from "./choices.ts";
import type { Phase } from "./schema.ts";

/**
 * The pipeline a company begins with (L1), in the open scope and transaction; answers the ids in order. The names are
 * those of the contract whatever the language: people rename them.
 */
export async function insertDefaultPhases(companyId: string, at: Date): Promise<string[]> {
  const pipeline: Pick<Phase, "name" | "type">[] = [
    { name: "New", type: "progress" },
    { name: "In progress", type: "progress" },
    { name: "Won", type: "success" },
    { name: "Lost", type: "lost" },
  ];
  const times = { createdAt: at, updatedAt: at };
  const phases = pipeline.map((phase, order) => {
    return { companyId, id: newId(), order, ...phase, ...usualAges(phase.type), ...times };
  });
  await prisma.phase.createMany({ data: phases });
  return phases.map(({ id }) => id);
}
