import { type Route, route } from "#server/kit/rest/route.ts";
import { FileBytes } from "#server/uploads/schema.ts";
import { maxImportBytes } from "./choices.ts";
import { historyRoutes } from "./histories/rest.ts";
import { readImport, readOutcomes, respondWithOutcomes } from "./managing.ts";
import { importContacts } from "./starting.ts";

const tag = "Contacts";
const one = "/v1/imports/{jobId}";

const description = `A CSV of at most 100,000 rows and 50 MB: as \`multipart/form-data\` with the part \`file\`, or as JSON
with an \`uploadId\` or the \`text\`. Delimiter and encoding are found; columns are known by their names or by \`mapping\`.
A row is somebody who is there already where its \`externalId\`, \`email\` or \`phone\` says so, else a new contact.
With \`dryRun\` nothing is written (200). Else it becomes a job (202): \`GET /v1/jobs/{jobId}\` tells how far it is,
\`DELETE\` cancels what is not begun, and each row's outcome stands in a file.`;

export const importRoutes: Route[] = [
  ...historyRoutes,
  route({
    method: "post",
    path: "/v1/contacts/import",
    operation: importContacts,
    tag,
    summary: "Import contacts",
    description: description.replaceAll("\n", " "),
    status: 202,
    otherStatus: { status: 200, when: (output) => (output as { jobId: string | null }).jobId === null },
    upload: { part: "file", most: maxImportBytes, hold: (bytes) => new FileBytes(bytes) },
    errors: ["payload_too_large", "limit_reached"],
  }),
  route({ method: "get", path: one, operation: readImport, tag, summary: "Read how far an import is" }),
  route({
    method: "get",
    path: `${one}/outcomes`,
    operation: readOutcomes,
    tag,
    summary: "Download the outcomes of an import",
    description: "Each row of the file and how it ended, as CSV; rows that failed with why, and with their cells.",
    respond: respondWithOutcomes,
    produces: { "text/csv": { type: "string" } },
  }),
];
