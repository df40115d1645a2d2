import { z } from "zod";
import { query } from "#server/core/operation.ts";
import { allPlans, type PlanRow, planOf } from "./access.ts";
import { currentPlanSchema, planSchema, tiers } from "./schema.ts";
import { usageOf } from "./usage.ts";

function view(plan: PlanRow): z.input<typeof planSchema> {
  return { ...plan, tier: tiers.find((tier) => tier === plan.tier) ?? "TIER_0" };
}

/** GET /v1/plans */
export const listPlans = query({
  name: "plans.list",
  access: "anyone",
  input: z.object({}),
  output: z.array(planSchema),
  example: () => ({}),
  run: async () => (await allPlans()).map(view),
});

/** GET /v1/plans/current */
export const readCurrentPlan = query({
  name: "plans.current",
  access: "anyone",
  input: z.object({}),
  output: currentPlanSchema,
  example: () => ({}),
  run: async ({ actor }) => ({
    ...view(await planOf(actor.companyId)),
    usage: await usageOf(actor.companyId),
  }),
});
