import { type Route, route } from "#server/kit/rest/route.ts";
import { listPlans, readCurrentPlan, readStorage } from "./listing.ts";

const tag = "Account";

export const planRoutes: Route[] = [
  route({ method: "get", path: "/v1/plans", operation: listPlans, tag, summary: "List plans" }),
  route({
    method: "get",
    path: "/v1/plans/current",
    operation: readCurrentPlan,
    tag,
    summary: "Read the current plan",
  }),
  route({
    method: "get",
    path: "/v1/plans/current/storage",
    operation: readStorage,
    tag,
    summary: "Read how much is stored",
  }),
];
