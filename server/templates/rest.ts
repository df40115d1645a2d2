import { type Route, route } from "#server/rest/route.ts";
import { createTemplate } from "./creating.ts";
import { listTemplates, listWhatsappChannels } from "./listing.ts";

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
    method: "post",
    path: `${one}/templates`,
    operation: createTemplate,
    tag,
    summary: "Create a template and submit it for approval",
    errors: ["already_exists", "conflict"],
  }),
];
