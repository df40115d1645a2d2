import { type Route, route } from "#server/kit/rest/route.ts";
import { erasePerson } from "./erasing.ts";
import { exportPerson, respondWithPerson } from "./exporting.ts";
import { listErasures, readErasure } from "./listing.ts";

const listOf = (description: string) => ({ type: "array", items: { type: "object" }, description });

export const erasureRoutes: Route[] = [
  route({
    method: "get",
    path: "/v1/contacts/{contactId}/data",
    operation: exportPerson,
    tag: "Contacts",
    summary: "Export all that is kept of one person",
    description:
      "For somebody who asks for their data: the contact, what was merged into it, notes, history, tasks, and each conversation with its messages, notes, ratings and what is to be sent, template messages, and what the platforms call them. The conversations are those that an erasure would delete, also of before anybody knew who it was. Streamed as one JSON object; files are named by their addresses in the messages.",
    respond: respondWithPerson,
    produces: {
      "application/json": {
        type: "object",
        properties: {
          contact: { $ref: "#/components/schemas/Contact" },
          mergedContacts: listOf("Contacts that were merged into it, as they were."),
          notes: listOf("Notes about the contact."),
          history: listOf("What happened to the contact, the newest first."),
          tasks: listOf("Tasks about the contact."),
          conversations: listOf("Each with its messages, notes, ratings and what is to be sent."),
          templateMessages: listOf("Template messages to them, also of campaigns."),
          channelIdentities: listOf("What the channels' platforms call them."),
        },
      },
    },
  }),
  route({
    method: "post",
    path: "/v1/contacts/{contactId}/erase",
    operation: erasePerson,
    tag: "Erasures",
    summary: "Erase a person everywhere",
    description:
      "For somebody who asks to be forgotten: deletes the contact with all their conversations, also those that the same visitor had before anybody knew who it was, and takes them out of events, of what webhooks were sent, of mails, files and logs. The answer is the certificate; its `finishedAt` says when nothing was left. A legal hold refuses it. The number or address of somebody who wants no marketing is kept, and so are backups that were taken before.",
    status: 202,
    risk: "deletes",
    errors: ["conflict"],
  }),
  route({ method: "get", path: "/v1/erasures", operation: listErasures, tag: "Erasures", summary: "List erasures" }),
  route({
    method: "get",
    path: "/v1/erasures/{erasureId}",
    operation: readErasure,
    tag: "Erasures",
    summary: "Read the certificate of an erasure",
  }),
];
