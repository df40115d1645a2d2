import { z } from "zod";
import { query } from "#server/core/operation.ts";
import type { Plan } from "#server/db/generated/client.ts";
import { allPlans, planOf } from "./access.ts";
import { currentPlanSchema, planSchema, storageSchema } from "./schema.ts";
import { usageOf } from "./usage.sql.ts";

function view(plan: Plan): z.input<typeof planSchema> {
  const storageLimit = plan.storageLimit === null ? null : Number(plan.storageLimit);
  return { ...plan, storageLimit, priceUSD: plan.priceUSD.toNumber(), priceARS: plan.priceARS.toNumber() };
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

/** GET /v1/plans/current/storage: apart, because files come and go without an event that would tell it. */
export const readStorage = query({
  name: "plans.storage",
  access: "anyone",
  input: z.object({}),
  output: storageSchema,
  example: () => ({}),
  async run({ actor: { companyId } }) {
    const [{ storageLimit }, { storage }] = [await planOf(companyId), await usageOf(companyId)];
    return { used: storage, limit: storageLimit === null ? null : Number(storageLimit) };
  },
});
