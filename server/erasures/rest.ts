import { type Route, route } from "#server/kit/rest/route.ts";
import { exportPerson, respondWithPerson } from "./exporting.ts";

const many = { type: "array", items: { type: "object" } } as const;

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
          mergedContacts: many,
          notes: many,
          history: many,
          tasks: many,
          conversations: many,
        },
      },
    },
  }),
];
