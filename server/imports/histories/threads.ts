import { invalidField } from "#server/base/errors.ts";
import { readableChannel } from "#server/channels/access.ts";
import { lockById } from "#server/contacts/access.sql.ts";
import { knownChannel } from "#server/contacts/creating.ts";
import type { ContactRow } from "#server/contacts/row.ts";
import { isHere, lockImported } from "#server/conversations/opening/importing.sql.ts";
import { importMessages, type PastMessage } from "#server/conversations/opening/importing.ts";
import { isSystemTag } from "#server/conversations/tags/tagging.ts";
import type { CommandContext } from "#server/core/operation.ts";
import type { HistoryImport } from "#server/db/generated/client.ts";
import { insertPastNotes, type PastNote } from "#server/notes/writing.ts";
import { teamNamed } from "#server/teams/access.ts";
import { attachUploads } from "#server/uploads/attaching.ts";
import { peopleByWord } from "#server/users/assignable.ts";
import type { RowFault } from "../schema.ts";
import { channelOf, systemOf } from "./access.ts";
import { type Item, type Link, linksOf, type Marked, saveLinks } from "./items.sql.ts";
import type { PastConversation, StoredLine } from "./schema.ts";

type Context = Pick<CommandContext<unknown>, "actor" | "now" | "emit">;
type People = ReadonlyMap<string, readonly string[]>;
type Visitor = { id: string; name: string };

const mostNote = 5000;
const fault = (code: string, message: string): RowFault => ({ field: "", code, message });

/** People of the team by their address, or by their name where there is none; others are known by name only. */
function writerOf({ author }: StoredLine, people: People, system: string) {
  const [own] = people.get((author.email || author.name).toLowerCase()) ?? [];
  const name = author.name || author.email;
  if (own) return { senderType: "user", sender: own, senderName: name } as const;
  const key = author.id || author.name || "team";
  return { senderType: "externalOperator", sender: `${system}:${key}`, senderName: name || "Team" } as const;
}

function messageOf(line: StoredLine, visitor: Visitor, people: People, system: string): PastMessage {
  const team = line.by === "team" ? writerOf(line, people, system) : undefined;
  const who =
    line.by === "visitor"
      ? ({ fromType: "visitor", senderType: "visitor", sender: visitor.id, senderName: visitor.name } as const)
      : team
        ? ({ fromType: "user", ...team } as const)
        : ({ fromType: "robot", senderType: "robot", sender: `${system}:bot`, senderName: line.author.name } as const);
  const extra = {
    ...(line.kept.length > 0 ? { files: line.kept } : {}),
    ...(line.missing ? { missing: line.missing } : {}),
    ...(line.deleted ? { deleted: true } : {}),
    ...(line.place ? { place: { ...line.place, address: "" } } : {}),
  };
  const { type, text, attachments, status } = line;
  return { ...who, type, text, attachments, status, extra, externalId: null, createdAt: new Date(line.at) };
}

/** Notes stand behind the messages that were there when they were written. */
function notesOf(
  lines: readonly StoredLine[],
  first: number,
  conversationId: string,
  people: People,
  system: string,
): PastNote[] {
  let seq = first;
  const notes: PastNote[] = [];
  for (const line of lines) {
    if (!line.note) {
      seq += 1;
      continue;
    }
    const { sender, senderName } = writerOf(line, people, system);
    const named = line.files.map(({ name }) => name).join(", ");
    const text = (line.text || named || "…").slice(0, mostNote);
    notes.push({
      conversationId,
      afterSeq: seq,
      text,
      createdAt: new Date(line.at),
      authorId: sender,
      authorName: senderName,
    });
  }
  return notes;
}

/** What is not resolved there is closed here like the rest, and found again by this tag. */
function tagsOf({ tags, status }: PastConversation): string[] {
  const state = ["open", "pending", "snoozed"].includes(status) ? [`chatwoot-${status}`] : [];
  return [...tags.filter((tag) => !isSystemTag(tag)), ...state];
}

async function contactOf({ actor }: Context, found: HistoryImport, { contact }: PastConversation) {
  const place = { companyId: actor.companyId, system: systemOf(found), kind: "contact" } as const;
  const [link] = contact ? await linksOf(place, [contact]) : [];
  return link ? { known: true, row: await lockById(actor, link.ownId) } : { known: false, row: undefined };
}

async function visitorOf({ actor }: Context, channelId: string, key: string, contact: ContactRow | undefined) {
  const { type } = await readableChannel(actor, channelId);
  const digits = (contact?.internationalPhoneNumber || contact?.phone || "").replace(/\D/g, "");
  const id = type.startsWith("WHATSAPP") && digits ? digits : key;
  return { id, name: contact?.name ?? "" };
}

/** A team of the same name here gets what its namesake had there; else the name is kept with the conversation. */
async function teamOf({ actor }: Context, { team, custom }: PastConversation) {
  if (!team) return { teamId: null, context: custom };
  const own = await teamNamed(actor, team);
  return own ? { teamId: own.id, context: custom } : { teamId: null, context: { team, ...custom } };
}

type Fresh = { lines: readonly StoredLine[]; contact: ContactRow | undefined; link: Link | undefined };

/** The lines as messages and notes, in the conversation that it already is here or in a new one. */
async function enter(
  context: Context,
  found: HistoryImport,
  { sourceId, data }: Item & { data: PastConversation },
  { lines, contact, link }: Fresh,
) {
  const { actor, now } = context;
  const system = systemOf(found);
  const channelId = await knownChannel(actor, channelOf(found, data.inbox));
  const visitor = await visitorOf(context, channelId, `${system}:${data.contact || sourceId}`.slice(0, 200), contact);
  const people = await peopleByWord(actor);
  const into = link && (await lockImported(context, link.ownId));
  const said = lines.filter(({ note }) => !note);
  const about = {
    channelId,
    visitorId: visitor.id,
    visitorName: visitor.name,
    contactId: contact?.id ?? null,
    visitorEmail: contact?.email ?? "",
    visitorPhone: contact?.phone ?? "",
  };
  const { teamId, context: kept } = await teamOf(context, data);
  const own = {
    into,
    teamId,
    tags: tagsOf(data),
    assignedTo: people.get(data.assignee.toLowerCase())?.[0] ?? null,
    createdAt: new Date(data.createdAt ?? lines[0]?.at ?? now),
    conversationContext: kept,
  };
  const past = said.map((line) => messageOf(line, visitor, people, system));
  const { conversation, messages } = await importMessages(context, about, past, false, own);
  await attachUploads(
    conversation,
    said.flatMap(({ attachments }) => attachments.map(({ image_url: url }) => url)),
  );
  const notes = notesOf(lines, conversation.lastSeq - messages.length, conversation.id, people, system);
  await insertPastNotes(actor, notes);
  return { conversation, messages: messages.length, notes: notes.length };
}

const nothing = { messages: 0, notes: 0, leftOut: 0 };

/** One conversation of the other system with its new lines, in the order in which they were written. */
export async function writeThread(
  context: Context,
  found: HistoryImport,
  item: Item & { data: PastConversation },
  given: readonly StoredLine[],
  leftOut: number,
): Promise<Marked> {
  const { actor } = context;
  const { position, sourceId, data } = item;
  const system = systemOf(found);
  const place = { companyId: actor.companyId, system, kind: "conversation" } as const;
  const [link] = await linksOf(place, [sourceId]);
  const skipped = (ownId: string | null, faults: RowFault[]): Marked => {
    return { position, outcome: "skipped", ownId, ...nothing, leftOut, faults };
  };
  const { known, row: contact } = await contactOf(context, found, data);
  if (known && !contact) return skipped(null, [fault("deleted", "The contact has been deleted here.")]);
  if (link && !(await isHere(context, link.ownId)))
    return skipped(null, [fault("deleted", "The conversation has been deleted here.")]);
  const lines = given.filter(({ id }) => id > (link?.upTo ?? 0));
  const upTo = Math.max(link?.upTo ?? 0, ...lines.map(({ id }) => id));
  const links = (ownId: string): Link[] => [{ sourceId, ownId, upTo, mark: data.mark }];
  if (link && lines.length === 0) {
    await saveLinks(place, links(link.ownId));
    return skipped(link.ownId, []);
  }
  const { conversation, messages, notes } = await enter(context, found, item, { lines, contact, link });
  await saveLinks(place, links(conversation.id));
  const missing = lines.flatMap((line) => (line.missing ? [fault("file_missing", line.missing)] : []));
  return {
    position,
    outcome: link ? "updated" : "created",
    ownId: conversation.id,
    leftOut,
    messages,
    notes,
    faults: missing.slice(0, 20),
  };
}

/** A conversation's item; what is said of it is thrown where it is none. */
export function asThread(item: Item): Item & { data: PastConversation } {
  if (item.data?.kind !== "conversation") throw invalidField("position", "It is no conversation.", "mismatch");
  return { ...item, data: item.data };
}
