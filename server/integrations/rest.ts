import { type Route, route } from "#server/kit/rest/route.ts";
import { updateIntegration } from "./editing.ts";
import { listIntegrations, readIntegration } from "./listing.ts";

const tag = "Integrations";
const one = "/v1/integrations/{integrationId}";

export const integrationRoutes: Route[] = [
  route({ method: "get", path: "/v1/integrations", operation: listIntegrations, tag, summary: "List integrations" }),
  route({ method: "get", path: one, operation: readIntegration, tag, summary: "Read an integration" }),
  route({
    method: "patch",
    path: one,
    operation: updateIntegration,
    tag,
    summary: "Change an integration",
  }),
];
