import { query, router } from "#server/kit/trpc/init.ts";
import { listPlans, readCurrentPlan, readStorage } from "./listing.ts";

export const plansRouter = router({
  list: query(listPlans),
  current: query(readCurrentPlan),
  storage: query(readStorage),
});
