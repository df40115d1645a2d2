import { type Route, route } from "#server/kit/rest/route.ts";
import { sendNowOrLater } from "#server/scheduled/later.ts";
import { editMessage } from "./editing.ts";
import { listMessages, readMessage } from "./listing.ts";
import { removeReaction, setReaction } from "./reacting.ts";

const tag = "Messages";
const path = "/v1/conversations/{conversationId}/messages";

export const messageRoutes: Route[] = [
  route({ method: "get", path, operation: listMessages, tag, summary: "List the messages of a conversation" }),
  route({
    method: "post",
    path,
    operation: sendNowOrLater,
    tag,
    summary: "Send a message",
    status: 202,
    errors: ["conversation_closed", "conversation_intervened", "messaging_window_closed", "unsupported_content"],
  }),
  route({ method: "get", path: `${path}/{messageId}`, operation: readMessage, tag, summary: "Read a message" }),
  route({
    method: "patch",
    path: `${path}/{messageId}`,
    operation: editMessage,
    tag,
    summary: "Edit an own text message",
  }),
  route({
    method: "put",
    path: `${path}/{messageId}/reaction`,
    operation: setReaction,
    tag,
    summary: "React to a message",
    errors: ["messaging_window_closed", "unsupported_content"],
  }),
  route({
    method: "delete",
    path: `${path}/{messageId}/reaction`,
    operation: removeReaction,
    tag,
    summary: "Take back a reaction",
    errors: ["messaging_window_closed", "unsupported_content"],
  }),
];
