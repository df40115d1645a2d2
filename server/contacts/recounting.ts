import { z } from "zod";
import type { Actor } from "#server/core/actor.ts";
import { query } from "#server/core/operation.ts";
import { rows, sql } from "#server/db/sql.ts";
import { notesOf } from "#server/notes/access.ts";
import { readableContact } from "./access.ts";
import { contactIdInput, type HistoryType, historyEntrySchema } from "./schema.ts";

type Entry = z.input<typeof historyEntrySchema>;
type Value = Entry["from"];
type Stored = {
  id: string;
  type: string;
  conversationId: string | null;
  actorType: string;
  actorId: string;
  actorName: string;
  data: Record<string, unknown>;
  createdAt: Date;
};

/** Events of a contact that its history tells, with the name they have there (D8). */
const told: Record<string, HistoryType> = {
  "contact/created": "created",
  "contact/updated": "updated",
  "contact/status_changed": "status_changed",
  "contact/operator_assigned": "operator_assigned",
  "contact/tag_added": "tag_added",
  "contact/merged": "merged",
  "conversation/contact": "conversation_linked",
  "conversation/created": "conversation_linked",
};

function record(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

/** Texts and numbers as they are, anything richer as JSON. */
function shown(value: unknown): Value {
  if (value === undefined || value === null || typeof value === "string" || typeof value === "number")
    return value ?? null;
  return JSON.stringify(value);
}

type Part = { key?: string; text: string; from: Value; to: Value };

/** Custom fields are told one by one, by their own names. */
function customParts(before: unknown, after: unknown): Part[] {
  const [old, now] = [record(before), record(after)];
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .filter((key) => JSON.stringify(old[key]) !== JSON.stringify(now[key]))
    .map((key) => ({
      key: `customFields.${key}`,
      text: `customFields.${key}`,
      from: shown(old[key]),
      to: shown(now[key]),
    }));
}

/** One entry per changed field; a text names the field. */
function fieldParts(changes: unknown): Part[] {
  return Object.entries(record(changes)).flatMap(([field, change]) => {
    const { before, after } = record(change);
    if (field === "customFields") return customParts(before, after);
    return [{ key: field, text: field, from: shown(before), to: shown(after) }];
  });
}

function partsOf(event: Stored, names: ReadonlyMap<string, string>): Part[] {
  const { data } = event;
  switch (told[event.type]) {
    case "updated":
      return fieldParts(data.changes);
    case "merged":
      return data.mergedId ? [{ text: "contact", from: shown(data.mergedId), to: null }] : fieldParts(data.differences);
    case "status_changed":
      return [{ text: "status", from: shown(data.previousStatus), to: shown(data.status) }];
    case "operator_assigned": {
      const to = shown(data.assignedTo);
      return [{ text: names.get(String(to)) ?? "", from: shown(data.previousAssignedTo), to }];
    }
    case "tag_added":
      return [{ text: String(data.tag ?? ""), from: null, to: shown(data.tag) }];
    case "conversation_linked":
      return [{ text: "", from: null, to: event.conversationId }];
    default:
      return [{ text: "", from: null, to: null }];
  }
}

function entriesOf(event: Stored, names: ReadonlyMap<string, string>): Entry[] {
  const type = told[event.type];
  if (!type) return [];
  const author = { id: event.actorId, name: event.actorName, type: event.actorType };
  return partsOf(event, names).map(({ key, ...part }) => {
    return { id: key ? `${event.id}.${key}` : event.id, type, createdAt: event.createdAt, author, ...part };
  });
}

function eventsOf(actor: Actor, contactId: string): Promise<Stored[]> {
  return rows<Stored>(sql`
    select "id", "type", "conversationId", "actorType", "actorId", "actorName", "data", "createdAt" from events
    where "companyId" = ${actor.companyId} and "contactId" = ${contactId} and "type" = any(${Object.keys(told)}::text[])
    order by "createdAt", "ordinal"`);
}

/** Names of those the contact was given to, as they are called now. */
async function assigneeNames(actor: Actor, events: readonly Stored[]): Promise<Map<string, string>> {
  const ids = events
    .filter((event) => event.type === "contact/operator_assigned")
    .map((event) => event.data.assignedTo);
  const wanted = [...new Set(ids.filter((id) => typeof id === "string"))];
  if (wanted.length === 0) return new Map();
  const users = await rows<{ id: string; name: string }>(sql`
    select "id", "name" from users where "companyId" = ${actor.companyId} and "id" = any(${wanted}::uuid[])`);
  return new Map(users.map((user) => [user.id, user.name]));
}

/** GET /v1/contacts/{contactId}/history (D8): what happened and what was noted, oldest first. */
export const readHistory = query({
  name: "contacts.history",
  access: "clients_read",
  input: contactIdInput,
  output: z.array(historyEntrySchema),
  example: (given) => ({ contactId: given.contactId ?? "" }),
  async run({ actor, input }) {
    const contact = await readableContact(actor, input.contactId);
    const [events, notes] = await Promise.all([eventsOf(actor, contact.id), notesOf(actor, contact.id)]);
    const names = await assigneeNames(actor, events);
    const noted = notes.map((note): Entry & { createdAt: Date } => {
      const author = { id: note.authorId, name: note.authorName, type: "user" };
      return { id: note.id, type: "note", createdAt: note.createdAt, author, text: note.text, from: null, to: null };
    });
    const entries = [...events.flatMap((event) => entriesOf(event, names)), ...noted];
    return entries.sort((a, b) => new Date(a.createdAt).getTime() - new Date(b.createdAt).getTime());
  },
});
