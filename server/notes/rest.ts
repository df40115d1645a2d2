import { noContent, type Route, route } from "#server/kit/rest/route.ts";
import {
  createContactNote,
  deleteContactNote,
  listContactNotes,
  readContactNote,
  updateContactNote,
} from "./writing.ts";

const tag = "Contacts";
const notes = "/v1/contacts/{contactId}/notes";
const one = `${notes}/{noteId}`;

export const noteRoutes: Route[] = [
  route({ method: "get", path: notes, operation: listContactNotes, tag, summary: "List the notes of a contact" }),
  route({ method: "post", path: notes, operation: createContactNote, tag, summary: "Add a note to a contact" }),
  route({ method: "get", path: one, operation: readContactNote, tag, summary: "Read a note of a contact" }),
  route({ method: "patch", path: one, operation: updateContactNote, tag, summary: "Change a note of a contact" }),
  route({
    method: "delete",
    path: one,
    operation: deleteContactNote,
    tag,
    summary: "Delete a note of a contact",
    status: 204,
    respond: noContent,
    errors: ["conflict"],
  }),
];
