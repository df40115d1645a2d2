import { type Route, route } from "#server/kit/rest/route.ts";
import { updateIntegration } from "./editing.ts";
import { listIntegrations, readIntegration } from "./listing.ts";
import { listRuns } from "./runs/listing.ts";
import { testIntegration } from "./runs/testing.ts";

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
    description:
      "An integration that is enabled acts once when a conversation becomes a lead, is won or is closed, as its settings say. Calls that fail by 5xx or on the network are tried again 5 times, as those of webhooks; `posted_<type>` among a conversation's tags says that it went well.",
  }),
  route({
    method: "post",
    path: `${one}/test`,
    operation: testIntegration,
    tag,
    summary: "Send a test to an integration",
    description: "One attempt with made-up data, also while it is off. The answer says what was sent and answered.",
    risk: "sends",
  }),
  route({ method: "get", path: `${one}/runs`, operation: listRuns, tag, summary: "List runs of an integration" }),
];
