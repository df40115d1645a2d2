import { type Route, route } from "#server/kit/rest/route.ts";
import { createChannel } from "./creating.ts";
import { deleteChannel } from "./deleting.ts";
import { updateChannel } from "./editing.ts";
import { listChannels, readChannel } from "./listing.ts";

const tag = "Channels";
const one = "/v1/channels/{channelId}";

export const channelRoutes: Route[] = [
  route({ method: "get", path: "/v1/channels", operation: listChannels, tag, summary: "List channels" }),
  route({
    method: "post",
    path: "/v1/channels",
    operation: createChannel,
    tag,
    summary: "Create a channel",
    errors: ["plan_limit_reached"],
  }),
  route({ method: "get", path: one, operation: readChannel, tag, summary: "Read a channel" }),
  route({ method: "patch", path: one, operation: updateChannel, tag, summary: "Change a channel" }),
  route({
    method: "delete",
    path: one,
    operation: deleteChannel,
    tag,
    summary: "Delete a channel",
    errors: ["conflict"],
  }),
];
