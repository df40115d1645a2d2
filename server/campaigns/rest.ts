import { type Route, route } from "#server/kit/rest/route.ts";
import { listCampaigns, readCampaign, readFullCampaign } from "./listing.ts";

const tag = "WhatsApp";
const path = "/v1/whatsapp/{channelId}/campaigns";

export const campaignRoutes: Route[] = [
  route({ method: "get", path, operation: listCampaigns, tag, summary: "List campaigns", absent: ["post"] }),
  route({
    method: "get",
    path: `${path}/{campaignId}/full`,
    operation: readFullCampaign,
    tag,
    summary: "Read a campaign in full",
  }),
  route({
    method: "get",
    path: `${path}/{campaignId}/simple`,
    operation: readCampaign,
    tag,
    summary: "Read a campaign",
  }),
];
