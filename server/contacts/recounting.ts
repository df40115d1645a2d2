import { z } from "zod";
import type { Actor } from "#server/core/actor.ts";
import { type EventData, type EventType, eventTypes } from "#server/core/events/table.ts";
import { query } from "#server/core/operation.ts";
import { notesOf } from "#server/notes/access.ts";
import { readableContact } from "./access.sql.ts";
import { mergedInto } from "./merged/merged.sql.ts";
import { eventsOfContacts, namesOfUsers, type PastEvent } from "./recounting.sql.ts";
import { contactIdInput, type HistoryType, historyEntrySchema } from "./schema.ts";

type Entry = z.input<typeof historyEntrySchema>;
type Value = Entry["from"];
type Stored = PastEvent<keyof typeof told>;

/** Events of a contact and their names in its history (D8); null: notes show it, or nothing is left to show. */
const told = {
  "contact/created": "created",
  "contact/updated": "updated",
  "contact/status_changed": "status_changed",
  "contact/operator_assigned": "operator_assigned",
  "contact/tag_added": "tag_added",
  "contact/merged": "merged",
  "contact/matched": "merged",
  "contact/changed": null,
  "contact/note": null,
  "contact/deleted": null,
  "conversation/contact": "conversation_linked",
  "conversation/created": "conversation_linked",
} as const satisfies Record<Extract<EventType, `contact/${string}`>, HistoryType | null> &
  Partial<Record<EventType, HistoryType | null>>;

const toldTypes = eventTypes.filter(
  (type): type is keyof typeof told => type in told && told[type as keyof typeof told] !== null,
);

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

/** Custom fields are listed one by one, by their own names. */
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
function fieldParts(changes: EventData<"contact/updated">["changes"]): Part[] {
  return Object.entries(changes).flatMap(([field, { before, after }]) => {
    if (field === "customFields") return customParts(before, after);
    return [{ key: field, text: field, from: shown(before), to: shown(after) }];
  });
}

function partsOf(event: Stored, names: ReadonlyMap<string, string>): Part[] {
  switch (event.type) {
    case "contact/updated":
      return fieldParts(event.data.changes);
    case "contact/merged": {
      const { mergedId, undone } = event.data;
      return [{ text: undone ? "unmerged" : "contact", from: mergedId, to: null }];
    }
    case "contact/matched": {
      const { mergedId, differences = {} } = event.data;
      return mergedId ? [{ text: "contact", from: mergedId, to: null }] : fieldParts(differences);
    }
    case "contact/status_changed":
      return [{ text: "status", from: event.data.previousStatus, to: event.data.status }];
    case "contact/operator_assigned": {
      const { previousAssignedTo: from, assignedTo: to } = event.data;
      return [{ text: names.get(to ?? "") ?? "", from, to }];
    }
    case "contact/tag_added":
      return [{ text: event.data.tag, from: null, to: event.data.tag }];
    case "conversation/contact":
    case "conversation/created":
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

/** Its own, and those of contacts that were merged into it. */
async function eventsOf(actor: Actor, contactId: string): Promise<Stored[]> {
  const ids = [contactId, ...(await mergedInto(actor, [contactId]))];
  return eventsOfContacts(actor.companyId, ids, toldTypes);
}

/** Names of those the contact was given to, as they are called now. */
async function assigneeNames(actor: Actor, events: readonly Stored[]): Promise<Map<string, string>> {
  const ids = events.flatMap((event) =>
    event.type === "contact/operator_assigned" ? (event.data.assignedTo ?? []) : [],
  );
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const users = await namesOfUsers(actor.companyId, wanted);
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
