import { z } from "zod";
import { query } from "#server/core/operation.ts";
import { paginate } from "#server/core/pagination.ts";
import { settledFilters } from "#server/db/settled.ts";
import { checkCustomFilter } from "#server/fields/checking.ts";
import { phasesOf } from "#server/phases/access.ts";
import { byPhaseInput, conversationPage } from "../schema.ts";
import { viewConversation } from "../viewing.ts";
import { columnsOf } from "./by-phase.sql.ts";
import { cut, filtersOf } from "./listing.ts";

const phaseColumn = z
  .object({
    phase: z
      .object({
        id: z.string().meta({ description: "Id of the phase." }),
        name: z.string().meta({ description: "Its name." }),
        order: z.int().meta({ description: "Its position in the pipeline, from 0." }),
        type: z.enum(["progress", "success", "lost"]).meta({ description: "What the phase stands for." }),
      })
      .meta({ description: "The phase." }),
    conversations: conversationPage,
    amount: z.number().meta({ description: "Sum of the amounts of all conversations of the phase under the filters." }),
  })
  .meta({ id: "PhaseColumn", description: "A phase with the first page of its conversations." });

/** GET /v1/conversations/by-phase (E8): each phase with its own first page. */
export const listByPhase = query({
  name: "conversations.byPhase",
  access: "clients_read",
  input: byPhaseInput,
  output: z.object({ phases: z.array(phaseColumn) }).meta({
    id: "ConversationsByPhase",
    description: "The pipeline, phase by phase.",
  }),
  example: () => ({}),
  async run({ actor, input }) {
    await checkCustomFilter(actor, "conversation", input.customFields);
    const { phase: wanted, ...filters } = await settledFilters(filtersOf(input));
    const phases = (await phasesOf(actor)).filter((phase) => !wanted?.length || wanted.includes(phase.id));
    const columnOf = await columnsOf(
      actor,
      filters,
      phases.map((phase) => phase.id),
      input,
    );
    return {
      phases: phases.map(({ id, name, order, type }) => {
        const { rows: found, total } = columnOf(id);
        const page = cut({ ...filters, phase: [id] }, input, found);
        const pagination = paginate(input, total.count, page.hasMore, page.nextCursor);
        const conversations = { pagination, data: page.rows.map(viewConversation) };
        return { phase: { id, name, order, type }, conversations, amount: total.amount };
      }),
    };
  },
});
