import { query, router } from "#server/kit/trpc/init.ts";
import { listPlans, readCurrentPlan } from "./listing.ts";

export const plansRouter = router({ list: query(listPlans), current: query(readCurrentPlan) });
