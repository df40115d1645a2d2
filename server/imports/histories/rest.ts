import { type Route, route } from "#server/kit/rest/route.ts";
import { FileBytes } from "#server/uploads/schema.ts";
import { maxImportBytes } from "../choices.ts";
import { listHistories, readHistory, readHistoryOutcomes, respondWithHistory } from "./managing.ts";
import { repeatHistory, startHistory } from "./starting.ts";

const tag = "Imports";
const all = "/v1/history-imports";
const one = `${all}/{jobId}`;

const description = `Conversations and contacts of another system with their own times and authors: of Chatwoot by its API
(\`chatwoot_api\`) or from a file (\`chatwoot_file\`: JSON as its API answers, JSON lines, or CSV of contacts or messages), or of
a chat that WhatsApp exported (\`whatsapp_chat\`). It becomes a job: \`GET\` tells how far it is, \`DELETE /v1/jobs/{jobId}\` stops
it. What comes is closed and read, and nothing leaves for it: no bot, no webhooks, no notifications, no rules; reports do not
count it. A run of the same source and name takes only what is new. With \`dryRun\` everything is read and counted, and nothing
is written.`;

export const historyRoutes: Route[] = [
  route({
    method: "post",
    path: all,
    operation: startHistory,
    tag,
    summary: "Import a history",
    risk: "sends",
    description: description.replaceAll("\n", " "),
    status: 202,
    upload: { part: "file", most: maxImportBytes, hold: (bytes) => new FileBytes(bytes) },
    errors: ["payload_too_large", "conflict"],
  }),
  route({ method: "get", path: all, operation: listHistories, tag, summary: "List imported histories" }),
  route({ method: "get", path: one, operation: readHistory, tag, summary: "Read how far a history is" }),
  route({
    method: "post",
    path: `${one}/repeat`,
    operation: repeatHistory,
    tag,
    summary: "Import a history again",
    risk: "sends",
    description: "The same source and settings: what came before stays as it is, what is new comes.",
    status: 202,
    errors: ["conflict"],
  }),
  route({
    method: "get",
    path: `${one}/outcomes`,
    operation: readHistoryOutcomes,
    tag,
    summary: "Download the outcomes of a history",
    description: "Each contact and conversation of the other system, what it is here and how it ended, as CSV.",
    respond: respondWithHistory,
    produces: { "text/csv": { type: "string" } },
  }),
];
