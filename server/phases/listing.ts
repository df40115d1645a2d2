import { z } from "zod";
import { totalOf } from "#server/conversations/counting.ts";
import { query } from "#server/core/operation.ts";
import { phasesOf } from "./access.ts";
import { countPhasesInput, phaseCountSchema, phaseSchema } from "./schema.ts";

/** GET /v1/phases: in pipeline order. */
export const listPhases = query({
  name: "phases.list",
  access: "clients_read",
  input: z.object({}),
  output: z.array(phaseSchema),
  example: () => ({}),
  run: ({ actor }) => phasesOf(actor),
});

/** GET /v1/phases/count: open conversations per phase, under the list's filters; exact. */
export const countPhases = query({
  name: "phases.count",
  access: "clients_read",
  input: countPhasesInput,
  output: z.array(phaseCountSchema),
  example: () => ({}),
  async run({ actor, input }) {
    const { sort: _sort, phase: wanted, open, ...filters } = input;
    const counts = [];
    for (const { id, name } of await phasesOf(actor)) {
      if (wanted?.length && !wanted.includes(id)) continue;
      const none = open === false;
      const { count } = none ? { count: 0 } : await totalOf(actor, { ...filters, open: true, phase: [id] });
      counts.push({ phaseId: id, phaseName: name, count });
    }
    return counts;
  },
});
