import { type Route, route } from "#server/kit/rest/route.ts";
import { readAccount, readFeatures } from "./reading.ts";

const tag = "Account";

export const companyRoutes: Route[] = [
  route({ method: "get", path: "/v1/accounts/me", operation: readAccount, tag, summary: "Read the account" }),
  route({ method: "get", path: "/v1/features", operation: readFeatures, tag, summary: "Read the features" }),
];
