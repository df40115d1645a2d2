import { confirmContact, separateContact } from "#server/conversations/linking/claiming.ts";
import { type Route, route } from "#server/kit/rest/route.ts";
import { assign, transfer } from "./assigning.ts";
import { close, open } from "./closing.ts";
import { deleteConversation } from "./deleting.ts";
import { patchConversation, putConversation } from "./editing.ts";
import { listByPhase } from "./list/by-phase.ts";
import { exportConversations, respondWithExport } from "./list/exporting.ts";
import { listActiveChannels, listConversations, listOfContact, readConversation } from "./list/listing.ts";
import { moveToPhase } from "./moving/moving.ts";
import { addNote, listNotes, readNote } from "./noting/noting.ts";
import { createConversation } from "./opening/creating.ts";
import { switchChatbot } from "./switching.ts";
import { addTag, removeTag } from "./tags/tagging.ts";
import { snooze, unsnooze } from "./triage/snoozing.ts";

const tag = "Conversations";
const one = "/v1/conversations/{conversationId}";
/** The version of one record is the time of its last change, which never stands still. */
const versioned = { etagKey: "updatedAt" };
const matching = { headers: { ifMatch: "If-Match" }, errors: ["precondition_failed"] };

export const conversationRoutes: Route[] = [
  route({ method: "get", path: "/v1/conversations", operation: listConversations, tag, summary: "List conversations" }),
  route({
    method: "post",
    path: "/v1/conversations",
    operation: createConversation,
    tag,
    summary: "Create a conversation",
  }),
  route({
    method: "get",
    path: "/v1/conversations/by-phase",
    operation: listByPhase,
    tag,
    summary: "List conversations by phase",
  }),
  route({
    method: "get",
    path: "/v1/conversations/export",
    operation: exportConversations,
    tag,
    summary: "Export conversations",
    respond: respondWithExport,
    produces: {
      "text/csv": { type: "string" },
      "application/json": {
        type: "array",
        items: {
          description: "A Conversation, with phaseName and firstHumanMessageAt.",
          allOf: [
            { $ref: "#/components/schemas/Conversation" },
            {
              type: "object",
              required: ["phaseName", "firstHumanMessageAt"],
              properties: {
                phaseName: { type: "string", description: "Name of the phase." },
                firstHumanMessageAt: {
                  type: ["string", "null"],
                  format: "date-time",
                  description: "When a person of the team first wrote; null: never.",
                },
              },
            },
          ],
        },
      },
    },
  }),
  route({
    method: "get",
    path: "/v1/conversations/channels/list",
    operation: listActiveChannels,
    tag,
    summary: "List channels with open conversations",
  }),
  route({
    method: "get",
    path: "/v1/contacts/{contactId}/conversations",
    also: ["/v1/conversations/contact/{contactId}"],
    operation: listOfContact,
    tag,
    summary: "List the conversations of a contact",
  }),
  route({ method: "get", path: one, operation: readConversation, tag, summary: "Read a conversation", ...versioned }),
  route({
    method: "put",
    path: one,
    operation: putConversation,
    tag,
    summary: "Replace a conversation",
    ...versioned,
    ...matching,
  }),
  route({
    method: "patch",
    path: one,
    operation: patchConversation,
    tag,
    summary: "Change a conversation",
    bodyKey: "context",
    ...versioned,
    ...matching,
  }),
  route({
    method: "delete",
    path: one,
    operation: deleteConversation,
    tag,
    summary: "Delete a conversation",
    ...matching,
    errors: [...matching.errors, "conflict"],
  }),
  route({ method: "post", path: `${one}/assign`, operation: assign, tag, summary: "Assign a conversation" }),
  route({
    method: "post",
    path: `${one}/transfer`,
    operation: transfer,
    tag,
    summary: "Transfer a conversation",
    errors: ["conversation_closed"],
  }),
  route({ method: "post", path: `${one}/close`, operation: close, tag, summary: "Close a conversation" }),
  route({ method: "post", path: `${one}/open`, operation: open, tag, summary: "Open a conversation again" }),
  route({
    method: "post",
    path: `${one}/snooze`,
    operation: snooze,
    tag,
    summary: "Put a conversation off",
    errors: ["conversation_closed"],
  }),
  route({ method: "delete", path: `${one}/snooze`, operation: unsnooze, tag, summary: "Take a conversation back" }),
  route({
    method: "post",
    path: `${one}/confirm-contact`,
    operation: confirmContact,
    tag,
    summary: "Confirm the claimed contact",
  }),
  route({
    method: "post",
    path: `${one}/separate-contact`,
    operation: separateContact,
    tag,
    summary: "Separate the claimed contact",
  }),
  route({
    method: "get",
    path: `${one}/notes`,
    operation: listNotes,
    tag,
    summary: "List the notes of a conversation",
  }),
  route({
    method: "get",
    path: `${one}/notes/{noteId}`,
    operation: readNote,
    tag,
    summary: "Read a note of a conversation",
  }),
  route({ method: "post", path: `${one}/notes`, operation: addNote, tag, summary: "Add a note to a conversation" }),
  route({ method: "post", path: `${one}/tags`, operation: addTag, tag, summary: "Add a tag to a conversation" }),
  route({
    method: "delete",
    path: `${one}/tags/{tag}`,
    operation: removeTag,
    tag,
    summary: "Remove a tag from a conversation",
  }),
  route({
    method: "patch",
    path: `${one}/phases/{phaseId}`,
    operation: moveToPhase,
    tag,
    summary: "Move a conversation to a phase",
  }),
  route({
    method: "patch",
    path: `${one}/chatbot-state`,
    operation: switchChatbot,
    tag,
    summary: "Switch the chatbot of a conversation",
  }),
];
