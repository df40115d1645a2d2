import { type Route, route } from "#server/kit/rest/route.ts";
import { sendToContacts } from "./bulk-sending.ts";
import { createTemplate } from "./creating.ts";
import { listTemplates, listWhatsappChannels, readTemplate } from "./listing.ts";
import { notify, sendTemplate } from "./sending.ts";

const tag = "WhatsApp";
const one = "/v1/whatsapp/{channelId}";

export const templateRoutes: Route[] = [
  route({
    method: "get",
    path: "/v1/whatsapp",
    operation: listWhatsappChannels,
    tag,
    summary: "List the WhatsApp channels",
  }),
  route({ method: "get", path: `${one}/templates`, operation: listTemplates, tag, summary: "List templates" }),
  route({
    method: "get",
    path: `${one}/templates/{templateId}`,
    operation: readTemplate,
    tag,
    summary: "Read a template",
  }),
  route({
    method: "post",
    path: `${one}/templates`,
    operation: createTemplate,
    tag,
    summary: "Create a template",
    risk: "sends",
    errors: ["already_exists", "conflict"],
  }),
  route({
    method: "post",
    path: `${one}/messages`,
    operation: sendToContacts,
    tag,
    summary: "Send a template to contacts",
    risk: "sends",
    status: 202,
    errors: ["template_not_approved", "conflict"],
  }),
  route({
    method: "post",
    path: `${one}/notifications`,
    operation: notify,
    tag,
    summary: "Send a template to a number",
    risk: "sends",
    status: 202,
    errors: ["template_not_approved", "conflict"],
  }),
  route({
    method: "post",
    path: `${one}/template-messages`,
    operation: sendTemplate,
    tag,
    summary: "Send a template",
    risk: "sends",
    status: 202,
    errors: ["template_not_approved", "conflict"],
  }),
];
