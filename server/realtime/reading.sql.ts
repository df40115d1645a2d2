// SQL because all that a batch of events touches is read in four statements.
import type { z } from "zod";
import { mentionedIn } from "#server/conversations/access.sql.ts";
import type { noteSchema } from "#server/conversations/noting/schema.ts";
import type { ConversationRow } from "#server/conversations/row.ts";
import { inCompany } from "#server/db/pool.ts";
import { rows, sql } from "#server/db/sql.ts";
import type { RelayedEvent } from "#server/kit/relay/consumer.ts";
import { type SeenMessage, seenMessages } from "#server/visitors/viewing.sql.ts";

/** `mentioned`: people who see it because a note names them. `contactName`: not of who is only claimed. */
export type LoadedConversation = ConversationRow & {
  contactAssignee: string | null;
  contactName: string | null;
  mentioned: string[];
};
type NoteRow = z.input<typeof noteSchema> & { conversationId: string };

type ContactHolders = { holders: (string | null)[]; teamIds: string[]; channelIds: string[] };

/** What a batch of events is about, as it stands now. */
export type Loaded = {
  conversations: ReadonlyMap<string, LoadedConversation>;
  reads: ReadonlyMap<string, Record<string, number>>;
  messages: ReadonlyMap<string, SeenMessage>;
  notes: ReadonlyMap<string, NoteRow>;
  /** Contact id to who may see it for holding it or one of its conversations. */
  contactHolders: ReadonlyMap<string, ContactHolders>;
};

/** Whether a change of a contact shows or hides its conversations, or names them anew. */
export function changesConversations(event: RelayedEvent): boolean {
  if (event.type === "contact/updated") return "name" in event.data.changes;
  return event.type === "contact/operator_assigned" || event.type === "contact/merged";
}

export function noteIdOf(event: RelayedEvent): string | null {
  if (event.type === "conversation/note") return event.data.note.id;
  return event.type === "conversation/note_changed" ? event.data.noteId : null;
}

const distinct = (ids: readonly (string | null)[]) => [...new Set(ids.filter((id) => id !== null))];

function byId<Row extends { id: string }>(found: readonly Row[]): Map<string, Row> {
  return new Map(found.map((row) => [row.id, row]));
}

async function conversationsOf(companyId: string, ids: string[], contacts: string[]): Promise<LoadedConversation[]> {
  if (ids.length === 0 && contacts.length === 0) return [];
  return rows<LoadedConversation>(sql`
    select c.*, k."assignedTo" as "contactAssignee",
      case when c."contactLink" <> 'claimed' then k."name" end as "contactName", ${mentionedIn} as "mentioned" from conversations c
    left join contacts k on k."companyId" = c."companyId" and k."id" = c."contactId"
    where c."companyId" = ${companyId} and c."id" = any(array(
      select unnest(${ids}::uuid[]) union
      select o."id" from conversations o where o."companyId" = ${companyId} and o."contactId" = any(${contacts}::uuid[])
    ))`);
}

async function readsOf(companyId: string, ids: string[]): Promise<Map<string, Record<string, number>>> {
  const found =
    ids.length === 0
      ? []
      : await rows<{ conversationId: string; userId: string; seq: number }>(sql`
    select "conversationId", "userId", "seq" from conversation_reads
    where "companyId" = ${companyId} and "conversationId" = any(${ids}::uuid[])`);
  const reads = new Map<string, Record<string, number>>();
  for (const { conversationId, userId, seq } of found) {
    reads.set(conversationId, { ...reads.get(conversationId), [userId]: seq });
  }
  return reads;
}

async function holdersOf(companyId: string, contacts: string[]): Promise<Map<string, ContactHolders>> {
  const found =
    contacts.length === 0
      ? []
      : await rows<Omit<ContactHolders, "teamIds"> & { id: string; teamIds: string[] | null }>(sql`
    select k."id", array_agg(distinct h."holder") as "holders",
      array_agg(distinct h."teamId") filter (where h."teamId" is not null) as "teamIds",
      array_agg(distinct h."channelId") as "channelIds" from contacts k cross join lateral (
      select k."assignedTo" as "holder", null::uuid as "teamId", k."channelId" union
      select c."assignedTo", c."teamId", c."channelId" from conversations c where c."companyId" = k."companyId" and c."contactId" = k."id"
        and c."contactLink" <> 'claimed') h
    where k."companyId" = ${companyId} and k."id" = any(${contacts}::uuid[]) group by k."id"`);
  return new Map(
    found.map(({ id, holders, teamIds, channelIds }) => [id, { holders, teamIds: teamIds ?? [], channelIds }]),
  );
}

/** Reads all that a batch of one company's events is about, in one query each, whatever the size of the batch. */
export function load(companyId: string, events: readonly RelayedEvent[]): Promise<Loaded> {
  const conversationIds = distinct(events.map((event) => event.conversationId));
  const messageIds = distinct(events.map((event) => event.messageId));
  const noteIds = distinct(events.map(noteIdOf));
  const moved = distinct(events.map((event) => (changesConversations(event) ? event.contactId : null)));
  const contactIds = distinct(events.map((event) => (event.type.startsWith("contact/") ? event.contactId : null)));
  return inCompany(companyId, async () => {
    const [conversations, reads, messages, notes, contactHolders] = await Promise.all([
      conversationsOf(companyId, conversationIds, moved),
      readsOf(companyId, conversationIds),
      messageIds.length === 0
        ? []
        : rows<SeenMessage>(sql`${seenMessages}
            where m."companyId" = ${companyId} and m."id" = any(${messageIds}::uuid[])`),
      noteIds.length === 0
        ? []
        : rows<NoteRow>(sql`
        select * from notes where "companyId" = ${companyId} and "id" = any(${noteIds}::uuid[])`),
      holdersOf(companyId, contactIds),
    ]);
    return { conversations: byId(conversations), reads, messages: byId(messages), notes: byId(notes), contactHolders };
  });
}

/** Events of the company after `seq`, in their order. */
export function eventsAfter(companyId: string, seq: number, limit: number): Promise<RelayedEvent[]> {
  return rows<RelayedEvent>(sql`
    select e.*, null as "messageFrom" from events e
    where e."companyId" = ${companyId} and e."seq" > ${seq} order by e."seq" limit ${limit}`);
}
