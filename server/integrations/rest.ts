import { type Route, route } from "#server/kit/rest/route.ts";
import { updateIntegration } from "./editing.ts";
import { listIntegrations, readIntegration } from "./listing.ts";
import { listRuns } from "./runs/listing.ts";
import { testIntegration } from "./runs/testing.ts";
import { makeAddress, revokeAddress } from "./sheets/addressing.ts";
import { previewLeads } from "./sheets/reading.ts";

const tag = "Integrations";
const one = "/v1/integrations/{integrationId}";

export const integrationRoutes: Route[] = [
  route({ method: "get", path: "/v1/integrations", operation: listIntegrations, tag, summary: "List integrations" }),
  route({
    method: "get",
    path: one,
    operation: readIntegration,
    tag,
    summary: "Read an integration",
    etagKey: "updatedAt",
  }),
  route({
    method: "patch",
    path: one,
    operation: updateIntegration,
    tag,
    summary: "Change an integration",
    description:
      "An integration that is enabled acts once when a conversation becomes a lead (its contact has an email or phone, or it is closed as one), is won or is closed, as its settings say. Calls that fail by 5xx or on the network are tried again 5 times, as those of webhooks; `posted_<type>` among a conversation's tags says that it went well.",
    errors: ["precondition_failed"],
    etagKey: "updatedAt",
    headers: { ifMatch: "If-Match" },
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
  route({
    method: "get",
    path: `${one}/leads`,
    operation: previewLeads,
    tag,
    summary: "Preview the sheet of leads",
    description:
      "Of the integration of type sheets: the newest 10 rows of what its address holds. Also needs clients_read.",
    errors: ["conflict"],
  }),
  route({
    method: "post",
    path: `${one}/address`,
    operation: makeAddress,
    tag,
    summary: "Make the address of the sheet of leads",
    description:
      "Of the integration of type sheets, which it switches on. Google Sheets (`=IMPORTDATA(...)`) and Excel (Data, From Web) read the address live, as CSV in UTF-8: the newest 1,000 leads, a conversation that has a contact or was closed as a lead each. The address is shown this once; an earlier one ends. Also needs clients_read.",
    status: 201,
  }),
  route({
    method: "delete",
    path: `${one}/address`,
    operation: revokeAddress,
    tag,
    summary: "Revoke the address of the sheet of leads",
    description: "It reads as 404 from then on, and the integration is switched off.",
    errors: ["conflict"],
  }),
];
