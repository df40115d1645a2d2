import { assignChannels } from "#server/channels/assigning-chatbot.ts";
import { type Route, route } from "#server/kit/rest/route.ts";
import { readAppearance, saveAppearance } from "./configuration/appearance.ts";
import { readQuestionList, saveQuestionList } from "./configuration/question-list.ts";
import { readSettings, saveSettings } from "./configuration/settings.ts";
import { listVersions, readVersion, restoreVersion } from "./configuration/versions.ts";
import { sampleRequest } from "./flow/fulfillment-sample.ts";
import { fulfillmentRequestSchema, fulfillmentResponseSchema } from "./fulfillment/schema.ts";
import { listChatbots } from "./listing.ts";
import { readChatbot } from "./managing.ts";

const tag = "Chatbots";
const settings = "/v1/chatbots/{chatbotId}/chatbot-config/settings";
const list = "/v1/chatbots/{chatbotId}/chatbot-config/question-list";
const looks = "/v1/chatbots/{chatbotId}/appearance";
/** The list alone is the answer; its version is the ETag. */
const nodes = { outputKey: "nodes", etagKey: "version" };
const matching = { headers: { ifMatch: "If-Match" }, errors: ["precondition_failed"] };

const fulfillmentCall = {
  name: "askFulfillmentEndpoint",
  address: "{$request.body#/global_fulfillment_url}",
  summary: "Ask a fulfillment endpoint what to say",
  description:
    "For each message of a visitor; the steps of a flow that have a `fulfillment_url` send the same. 8 seconds and 256 KB, no redirects, no retries: anything else than 2xx with JSON counts as no answer, and the flow goes on.",
  sends: fulfillmentRequestSchema,
  takes: fulfillmentResponseSchema,
  example: (idOf: (key: string) => string) =>
    sampleRequest({
      companyId: idOf("companyId"),
      websiteId: idOf("channelId"),
      chatbotName: "Sales",
      flow: 3,
      now: new Date("2026-03-14T09:26:53.589Z"),
    }),
};

export const chatbotRoutes: Route[] = [
  route({ method: "get", path: "/v1/chatbots", operation: listChatbots, tag, summary: "List chatbots" }),
  route({
    method: "get",
    path: "/v1/chatbots/{chatbotId}",
    operation: readChatbot,
    tag,
    summary: "Read a chatbot",
  }),
  route({
    method: "put",
    path: "/v1/chatbots/{chatbotId}/channels",
    operation: assignChannels,
    tag,
    summary: "Assign a chatbot to channels",
    description: "Full replacement. A channel of another chatbot moves to this one; an empty list detaches all.",
  }),
  route({ method: "get", path: settings, operation: readSettings, tag, summary: "Read the settings of a chatbot" }),
  route({
    method: "patch",
    path: settings,
    operation: saveSettings,
    tag,
    summary: "Change the settings of a chatbot",
    description:
      "Shallow merge. Known keys are checked, others are kept as given; at most 64 KB in all. If-Match takes the version that was read.",
    bodyKey: "settings",
    calls: fulfillmentCall,
    ...matching,
  }),
  route({ method: "get", path: list, operation: readQuestionList, tag, summary: "Read the question list", ...nodes }),
  route({
    method: "put",
    path: list,
    operation: saveQuestionList,
    tag,
    summary: "Replace the question list",
    description:
      "The complete list; omitted nodes and fields are lost. A fault names its node's index, and nothing is stored.",
    bodyKey: "nodes",
    ...nodes,
    ...matching,
  }),
  route({
    method: "get",
    path: `${list}/versions`,
    operation: listVersions,
    tag,
    summary: "List earlier question lists",
  }),
  route({
    method: "get",
    path: `${list}/versions/{version}`,
    operation: readVersion,
    tag,
    summary: "Read an earlier question list",
    ...nodes,
  }),
  route({
    method: "post",
    path: `${list}/versions/{version}/restore`,
    operation: restoreVersion,
    tag,
    summary: "Restore an earlier question list",
    description: "It becomes a new version.",
    ...nodes,
    ...matching,
  }),
  route({ method: "get", path: looks, operation: readAppearance, tag, summary: "Read the appearance of a widget" }),
  route({
    method: "put",
    path: looks,
    operation: saveAppearance,
    tag,
    summary: "Change the appearance of a widget",
    bodyKey: "appearance",
  }),
];
