import { type Route, route } from "#server/kit/rest/route.ts";
import { createScheduled, listScheduled, removeScheduled, updateScheduled } from "./scheduling.ts";
import { sendScheduled } from "./sending.ts";

const tag = "Messages";
const path = "/v1/conversations/{conversationId}/scheduled-messages";
const one = `${path}/{scheduledId}`;

export const scheduledRoutes: Route[] = [
  route({ method: "get", path, operation: listScheduled, tag, summary: "List what is to be sent later" }),
  route({
    method: "post",
    path,
    operation: createScheduled,
    tag,
    summary: "Send later",
    risk: "sends",
    status: 202,
    errors: ["conversation_closed", "template_not_approved", "conflict", "limit_reached"],
  }),
  route({
    method: "patch",
    path: one,
    operation: updateScheduled,
    tag,
    summary: "Change what is to be sent later",
    risk: "sends",
    errors: ["template_not_approved", "conflict"],
  }),
  route({
    method: "delete",
    path: one,
    operation: removeScheduled,
    tag,
    summary: "Take back what is to be sent later",
  }),
  route({
    method: "post",
    path: `${one}/send`,
    operation: sendScheduled,
    tag,
    summary: "Send now what is to be sent later",
    risk: "sends",
    status: 202,
    errors: ["conversation_closed", "messaging_window_closed", "template_not_approved", "conflict"],
  }),
];
