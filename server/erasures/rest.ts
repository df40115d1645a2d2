import { type Route, route } from "#server/kit/rest/route.ts";
import { exportPerson, respondWithPerson } from "./exporting.ts";

const listOf = (description: string) => ({ type: "array", items: { type: "object" }, description });

export const erasureRoutes: Route[] = [
  route({
    method: "get",
    path: "/v1/contacts/{contactId}/data",
    operation: exportPerson,
    tag: "Contacts",
    summary: "Export all that is kept of one person",
    description:
      "For somebody who asks for their data: the contact, what was merged into it, notes, history, tasks, and each conversation with its messages, notes, ratings and what is to be sent. Streamed as one JSON object; files are named by their addresses in the messages.",
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
        },
      },
    },
  }),
];
