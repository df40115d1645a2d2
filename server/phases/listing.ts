import { z } from "zod";
import { totalsOfPhases } from "#server/conversations/list/counting.sql.ts";
import { query } from "#server/core/operation.ts";
import { phasesOf, readablePhase } from "./access.ts";
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

/** GET /v1/phases/{phaseId} */
export const readPhase = query({
  name: "phases.get",
  access: "clients_read",
  input: z.object({ phaseId: z.string() }),
  output: phaseSchema,
  example: (given) => ({ phaseId: given.phaseId ?? "" }),
  run: ({ actor, input }) => readablePhase(actor, input.phaseId),
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
    const phases = (await phasesOf(actor)).filter(({ id }) => !wanted?.length || wanted.includes(id));
    const ids = phases.map((phase) => phase.id);
    const totals = open === false ? undefined : await totalsOfPhases(actor, { ...filters, open: true }, ids);
    return phases.map(({ id, name }) => ({ phaseId: id, phaseName: name, count: totals?.get(id)?.count ?? 0 }));
  },
});
