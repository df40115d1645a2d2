import { z } from "zod";
import { noteExport } from "#server/audit/noting.ts";
import { identitiesOf } from "#server/channels/access.ts";
import { requireFeature } from "#server/companies/access.ts";
import { readContact } from "#server/contacts/list/listing.ts";
import { readHistory } from "#server/contacts/recounting.ts";
import { conversationsOfPerson, readableConversations } from "#server/conversations/access.sql.ts";
import { listNotes } from "#server/conversations/noting/noting.ts";
import type { ConversationRow } from "#server/conversations/row.ts";
import { viewConversation } from "#server/conversations/viewing.ts";
import type { Actor } from "#server/core/actor.ts";
import { query } from "#server/core/operation.ts";
import { listCsatResponses } from "#server/csat/listing.ts";
import { inCompany } from "#server/db/pool.ts";
import { download } from "#server/kit/rest/download.ts";
import { listMerges } from "#server/merges/merging.ts";
import { listMessages } from "#server/messages/listing.ts";
import { listContactNotes } from "#server/notes/writing.ts";
import { listScheduled } from "#server/scheduled/scheduling.ts";
import { requireProof } from "#server/sessions/access.ts";
import { listTasks } from "#server/tasks/listing.ts";
import { messagesOfPerson } from "#server/templates/messages/messages.sql.ts";
import { viewTemplateMessage } from "#server/templates/messages/template-messages.ts";
import { exportedPersonSchema, exportPersonInput } from "./schema.ts";

const pageSize = 100;

type Page<T> = { data: T[]; pagination: { nextCursor: string | null } };

/** All rows of a list that pages by cursor, written one after the other. */
async function* written<T>(read: (cursor: string | undefined) => Promise<Page<T>>): AsyncGenerator<string> {
  let separator = "";
  for (let cursor: string | undefined, more = true; more; ) {
    const { data, pagination } = await read(cursor);
    for (const one of data) {
      yield separator + JSON.stringify(one);
      separator = ",";
    }
    cursor = pagination.nextCursor ?? undefined;
    more = cursor !== undefined;
  }
}

async function* conversationText(actor: Actor, conversation: { id: string }): AsyncGenerator<string> {
  const asked = { conversationId: conversation.id };
  yield `{"conversation":${JSON.stringify(conversation)}`;
  yield `,"notes":${JSON.stringify(await listNotes.execute(actor, asked))}`;
  yield `,"scheduledMessages":${JSON.stringify(await listScheduled.execute(actor, asked))},"ratings":[`;
  yield* written((cursor) =>
    listCsatResponses.execute(actor, { ...asked, limit: pageSize, ...(cursor ? { cursor } : {}) }),
  );
  yield `],"messages":[`;
  yield* written((cursor) =>
    listMessages.execute(actor, { ...asked, includeCommands: true, limit: pageSize, ...(cursor ? { cursor } : {}) }),
  );
  yield "]}";
}

/** One JSON object, a piece at a time: what is read is never more than a page of messages. */
async function* personText(actor: Actor, contactId: string): AsyncGenerator<string> {
  yield `{"contact":${JSON.stringify(await readContact.execute(actor, { contactId }))}`;
  yield `,"mergedContacts":${JSON.stringify(await listMerges.execute(actor, { contactId }))}`;
  yield `,"notes":${JSON.stringify(await listContactNotes.execute(actor, { contactId }))}`;
  yield `,"history":${JSON.stringify(await readHistory.execute(actor, { contactId }))},"tasks":[`;
  yield* written((cursor) => listTasks.execute(actor, { contactId, limit: pageSize, ...(cursor ? { cursor } : {}) }));
  yield `],"conversations":[`;
  const { companyId } = actor;
  const ids = await inCompany(companyId, () => conversationsOfPerson(companyId, contactId));
  const visitors = new Map<string, Visitor>();
  for await (const row of conversations(actor, ids)) {
    if (visitors.size > 0) yield ",";
    yield* conversationText(actor, viewConversation(row));
    visitors.set(row.id, row);
  }
  yield `],"templateMessages":[`;
  yield* templateText({ companyId, contactId, conversationIds: ids });
  yield `],"channelIdentities":${JSON.stringify(await identities(actor, [...visitors.values()]))}}`;
}

type Visitor = { channelId: string; visitorId: string };

/** In the order of ids, some at a time. */
async function* conversations(actor: Actor, ids: readonly string[]): AsyncGenerator<ConversationRow> {
  for (let from = 0; from < ids.length; from += pageSize) {
    const page = ids.slice(from, from + pageSize);
    const rows = await inCompany(actor.companyId, () => readableConversations(actor, page));
    yield* rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  }
}

async function* templateText(person: Parameters<typeof messagesOfPerson>[0]): AsyncGenerator<string> {
  for (let after = 0, more = true; more; ) {
    const from = after;
    const page = await inCompany(person.companyId, () => messagesOfPerson(person, from, pageSize));
    for (const message of page) {
      yield (after === 0 ? "" : ",") +
        JSON.stringify({ ...viewTemplateMessage(message), variables: message.variables });
      after = message.number;
    }
    more = page.length === pageSize;
  }
}

async function identities(actor: Actor, visitors: readonly Visitor[]) {
  const found = new Map<string, unknown>();
  for (let from = 0; from < visitors.length; from += pageSize) {
    const page = visitors.slice(from, from + pageSize);
    for (const one of await inCompany(actor.companyId, () => identitiesOf(actor, page))) found.set(one.id, one);
  }
  return [...found.values()];
}

const streamed = z.custom<{ contactId: string; chunks: AsyncGenerator<string> }>();

/** GET /v1/contacts/{contactId}/data: all that is kept of one person, for the person. */
export const exportPerson = query({
  name: "erasures.exportPerson",
  access: "admin",
  input: exportPersonInput,
  output: streamed,
  example: (given) => ({ contactId: given.contactId ?? "" }),
  async run({ actor, input, now }) {
    await requireFeature(actor, "export");
    await requireProof({ actor, now });
    const { id } = await readContact.execute(actor, input);
    await noteExport(actor, { what: "person", id });
    return { contactId: id, chunks: personText(actor, id) };
  },
});

export function respondWithPerson(output: unknown): Response {
  const { contactId, chunks } = streamed.parse(output);
  return download({ name: `contact-${contactId}.json`, type: "application/json", chunks });
}

/** The same for a page, whole. */
export const readPerson = query({
  name: "erasures.readPerson",
  access: "admin",
  input: exportPersonInput,
  output: exportedPersonSchema,
  example: (given) => ({ contactId: given.contactId ?? "" }),
  async run({ actor, input }) {
    const { contactId, chunks } = await exportPerson.execute(actor, input);
    const pieces: string[] = [];
    for await (const piece of chunks) pieces.push(piece);
    return { name: `contact-${contactId}.json`, json: pieces.join("") };
  },
});
