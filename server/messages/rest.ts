import { type Route, route } from "#server/kit/rest/route.ts";
import { sendNowOrLater } from "#server/scheduled/later.ts";
import { editMessage } from "./editing.ts";
import { listMessages, readMessage } from "./listing.ts";
import { removeReaction, setReaction } from "./reacting.ts";
import { searchMessages } from "./search/searching.ts";
import { sendTranscript } from "./transcripts/sending.ts";

const tag = "Messages";
const path = "/v1/conversations/{conversationId}/messages";

export const messageRoutes: Route[] = [
  route({
    method: "get",
    path: "/v1/messages/search",
    operation: searchMessages,
    tag,
    summary: "Search all messages",
    description: "The newest first, over the whole history, with the words marked; follow nextCursor for more.",
  }),
  route({ method: "get", path, operation: listMessages, tag, summary: "List the messages of a conversation" }),
  route({
    method: "post",
    path,
    operation: sendNowOrLater,
    tag,
    summary: "Send a message",
    risk: "sends",
    status: 202,
    errors: ["conversation_closed", "conversation_intervened", "messaging_window_closed", "unsupported_content"],
  }),
  route({
    method: "post",
    path: "/v1/conversations/{conversationId}/transcript",
    operation: sendTranscript,
    tag,
    summary: "Mail the transcript of a conversation",
    description:
      "What the visitor has seen, at most the latest 1,000 messages: no notes, no lines of the system, nothing that was deleted. Five an hour of one conversation.",
    risk: "sends",
    status: 202,
    errors: ["conflict"],
  }),
  route({ method: "get", path: `${path}/{messageId}`, operation: readMessage, tag, summary: "Read a message" }),
  route({
    method: "patch",
    path: `${path}/{messageId}`,
    operation: editMessage,
    tag,
    summary: "Edit an own text message",
    risk: "sends",
    errors: ["conflict"],
  }),
  route({
    method: "put",
    path: `${path}/{messageId}/reaction`,
    operation: setReaction,
    tag,
    summary: "React to a message",
    risk: "sends",
    errors: ["messaging_window_closed", "unsupported_content"],
  }),
  route({
    method: "delete",
    path: `${path}/{messageId}/reaction`,
    operation: removeReaction,
    tag,
    summary: "Take back a reaction",
    risk: "sends",
    errors: ["messaging_window_closed", "unsupported_content"],
  }),
];
