import { z } from "zod";
import { systemActor } from "#server/core/actor.ts";
import { command, query } from "#server/core/operation.ts";
import { countFacts, replayNext, replayNextCampaigns, replayNextShifts } from "./recomputing.sql.ts";
import { recomputedSchema } from "./schema.ts";

/** The next conversations, each under its lock and all in one transaction: few enough to keep nobody waiting. */
export const recomputeNext = command({
  name: "reports.recomputeNext",
  access: "system",
  input: z.object({ after: z.string().nullable(), most: z.int().min(1).max(1000) }),
  output: z.object({ last: z.string().nullable() }),
  example: () => ({ after: null, most: 1 }),
  run: async ({ actor, input }) => ({ last: await replayNext(actor.companyId, input.after, input.most) }),
});

/** The next messages of campaigns, likewise. */
export const recomputeNextCampaigns = command({
  name: "reports.recomputeNextCampaigns",
  access: "system",
  input: z.object({ after: z.string().nullable(), most: z.int().min(1).max(1000) }),
  output: z.object({ last: z.string().nullable() }),
  example: () => ({ after: null, most: 1 }),
  run: async ({ actor, input }) => ({ last: await replayNextCampaigns(actor.companyId, input.after, input.most) }),
});

/** The next stretches of people's available time, likewise. */
export const recomputeNextShifts = command({
  name: "reports.recomputeNextShifts",
  access: "system",
  input: z.object({ after: z.string().nullable(), most: z.int().min(1).max(1000) }),
  output: z.object({ last: z.string().nullable() }),
  example: () => ({ after: null, most: 1 }),
  run: async ({ actor, input }) => ({ last: await replayNextShifts(actor.companyId, input.after, input.most) }),
});

export const countMeasured = query({
  name: "reports.measured",
  access: "system",
  input: z.object({}),
  output: recomputedSchema,
  example: () => ({}),
  run: ({ actor }) => countFacts(actor.companyId),
});

const batch = 50;

/**
 * All facts of the company anew from its events, campaigns and available times, while it works on. A process that is
 * stopping ends between two pieces, and has not measured all.
 */
export async function recompute(companyId: string, stopping?: AbortSignal): Promise<z.output<typeof recomputedSchema>> {
  const actor = systemActor(companyId);
  for (const next of [recomputeNext, recomputeNextCampaigns, recomputeNextShifts]) {
    let after: string | null = null;
    do {
      const { last }: { last: string | null } = await next.execute(actor, { after, most: batch });
      after = last;
    } while (after !== null && !stopping?.aborted);
  }
  return countMeasured.execute(actor, {});
}
