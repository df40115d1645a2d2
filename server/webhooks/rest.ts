import { type Route, route } from "#server/kit/rest/route.ts";
import { createWebhook } from "./creating.ts";
import { deleteWebhook } from "./deleting.ts";
import { updateWebhook } from "./editing.ts";
import { listWebhooks, readWebhook } from "./listing.ts";
import { listLogs } from "./logs.ts";
import { recoverWebhook } from "./recovery/recovering.ts";
import { redeliver, redeliverFailed } from "./redelivering.ts";
import { rotateSecret } from "./rotating.ts";
import { pingWebhook, testWebhook } from "./testing.ts";

const tag = "Webhooks";
const all = "/v1/webhooks";
const one = `${all}/{webhookId}`;
const logs = `${one}/logs`;
const versioned = { etagKey: "updatedAt" };
const change = {
  operation: updateWebhook,
  tag,
  errors: ["precondition_failed"],
  headers: { ifMatch: "If-Match" },
  ...versioned,
};

export const webhookRoutes: Route[] = [
  route({ method: "get", path: all, operation: listWebhooks, tag, summary: "List webhooks" }),
  route({
    method: "post",
    path: all,
    operation: createWebhook,
    tag,
    summary: "Create a webhook",
    errors: ["limit_reached"],
  }),
  route({
    method: "post",
    path: `${all}/ping`,
    operation: pingWebhook,
    tag,
    summary: "Ping a target",
    risk: "sends",
  }),
  route({ method: "get", path: one, operation: readWebhook, tag, summary: "Read a webhook", ...versioned }),
  route({ method: "put", path: one, summary: "Change a webhook by PUT", ...change }),
  route({ method: "patch", path: one, summary: "Change a webhook", ...change }),
  route({ method: "delete", path: one, operation: deleteWebhook, tag, summary: "Delete a webhook" }),
  route({
    method: "post",
    path: `${one}/test`,
    operation: testWebhook,
    tag,
    summary: "Send a test delivery",
    risk: "sends",
  }),
  route({
    method: "post",
    path: `${one}/rotate-secret`,
    operation: rotateSecret,
    tag,
    summary: "Rotate the secret of a webhook",
  }),
  route({
    method: "post",
    path: `${one}/recover`,
    operation: recoverWebhook,
    tag,
    summary: "Send everything a webhook missed",
    risk: "sends",
    description:
      "As a job (202): all events since then that it is for and has not received: failed, given up, waiting for a retry, or of a time when it was paused. The events of one conversation are sent one after the other, in their order; new ones follow behind. 4xx answers are final; other failures are tried again as the webhook's retryCount and retryPlan say, at most 5 times and for waits up to 20 seconds before the next event of the conversation is sent, and beyond that by the queue, which the job counts as failed. What waited for a retry before goes on waiting where it is not reached. Where nothing gets through any more, the job ends, and what is left can be recovered again. While it runs, its job says how far it is; to delete the job stops it.",
    status: 202,
    errors: ["conflict"],
  }),
  route({ method: "get", path: logs, operation: listLogs, tag, summary: "List delivery attempts" }),
  route({
    method: "post",
    path: `${logs}/redeliver-failed`,
    operation: redeliverFailed,
    tag,
    summary: "Redeliver failed deliveries",
    risk: "sends",
    errors: ["conflict"],
  }),
  route({
    method: "post",
    path: `${logs}/{logId}/redeliver`,
    operation: redeliver,
    tag,
    summary: "Redeliver a delivery",
    risk: "sends",
  }),
];
