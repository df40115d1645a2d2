import { type Route, route } from "#server/kit/rest/route.ts";
import { createContact } from "./creating.ts";
import { bulkDeleteContacts, deleteContact } from "./deleting.ts";
import { updateContact } from "./editing.ts";
import { exportContacts, respondWithContacts } from "./list/exporting.ts";
import { listContacts, readContact } from "./list/listing.ts";
import { readHistory } from "./recounting.ts";
import { addContactTag, removeContactTag } from "./tagging.ts";

const tag = "Contacts";
const all = "/v1/contacts";
const one = `${all}/{contactId}`;
/** The version of one record is the time of its last change, which never stands still. */
const versioned = { etagKey: "updatedAt" };
/** Conflicts: an external id that another has, and a legal hold. */
const matching = { headers: { ifMatch: "If-Match" }, errors: ["precondition_failed", "conflict"] };

export const contactRoutes: Route[] = [
  route({ method: "get", path: all, operation: listContacts, tag, summary: "Search contacts" }),
  route({ method: "post", path: all, operation: createContact, tag, summary: "Create a contact", ...versioned }),
  route({
    method: "get",
    path: `${all}/export`,
    operation: exportContacts,
    tag,
    summary: "Export contacts",
    description:
      "All that match the filters, newest first, streamed. CSV has a column for each custom field, and a leading apostrophe where a spreadsheet would run a cell as a formula.",
    respond: respondWithContacts,
    produces: {
      "text/csv": { type: "string" },
      "application/json": { type: "array", items: { $ref: "#/components/schemas/Contact" } },
    },
  }),
  route({
    method: "post",
    path: `${all}/bulk-delete`,
    operation: bulkDeleteContacts,
    tag,
    summary: "Delete several contacts",
    risk: "deletes",
    status: 207,
  }),
  route({ method: "get", path: one, operation: readContact, tag, summary: "Read a contact", ...versioned }),
  route({
    method: "patch",
    path: one,
    operation: updateContact,
    tag,
    summary: "Change a contact",
    ...versioned,
    ...matching,
  }),
  route({ method: "delete", path: one, operation: deleteContact, tag, summary: "Delete a contact", ...matching }),
  route({ method: "post", path: `${one}/tags`, operation: addContactTag, tag, summary: "Add a tag to a contact" }),
  route({
    method: "delete",
    path: `${one}/tags/{tag}`,
    operation: removeContactTag,
    tag,
    summary: "Remove a tag from a contact",
  }),
  route({
    method: "get",
    path: `${one}/history`,
    operation: readHistory,
    tag,
    summary: "Read the history of a contact",
  }),
];
