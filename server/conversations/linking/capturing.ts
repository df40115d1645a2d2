import { isDeepStrictEqual } from "node:util";
import { lockById } from "#server/contacts/access.sql.ts";
import { removeRow } from "#server/contacts/deleting.sql.ts";
import { hasKeys, lockKeys, matchingContact } from "#server/contacts/identity/matching.sql.ts";
import type { ContactRow } from "#server/contacts/row.ts";
import { type ContactContext, insertContact, saveContact } from "#server/contacts/saving.ts";
import { captureContactInput, capturedContactSchema } from "#server/contacts/schema.ts";
import { matchingSettings } from "#server/contacts/settings.ts";
import { eventDeletedContact } from "#server/contacts/viewing.ts";
import { lockConversation } from "#server/conversations/access.sql.ts";
import { ConversationChange } from "#server/conversations/change.ts";
import type { ConversationRow } from "#server/conversations/row.ts";
import type { ContactLink } from "#server/conversations/schema.ts";
import { eventConversation } from "#server/conversations/viewing.ts";
import { type NewEvent, wasEmitted } from "#server/core/events/storing.ts";
import { Listeners } from "#server/core/listeners.ts";
import { command } from "#server/core/operation.ts";
import { momentAfter } from "#server/db/moment.ts";
import { moveNotes } from "#server/notes/belonging.ts";
import { type Captured, capturedOf, differencesOf, filling, inherited, unproven } from "./captured.ts";
import { linkTo } from "./claims.ts";
import { lastWords, lockOthersOf, matchIsTold } from "./rows.sql.ts";

export type ContactsMerged = { from: string; to: string };

/** A contact gives way to an older one of the same person, before it goes. */
export const contactsMerged = new Listeners<ContactsMerged>("contacts that give way to older ones");

/** Recorded once, although the bot submits everything it knows after each answer. */
async function noteDifferences(
  context: ContactContext,
  contact: ContactRow,
  change: ConversationChange,
  captured: Captured,
) {
  const differences = differencesOf(contact, captured);
  if (Object.keys(differences).length === 0) return;
  const about = { contactId: contact.id, conversationId: change.row.id, channelId: contact.channelId };
  const isSame = (event: NewEvent) =>
    event.type === "contact/matched" &&
    event.contactId === about.contactId &&
    event.conversationId === about.conversationId &&
    isDeepStrictEqual(event.data.differences, differences);
  if (wasEmitted(isSame) || (await matchIsTold(contact, change.row.id, differences))) return;
  context.emit({ type: "contact/matched", ...about, data: { id: contact.id, differences } });
}

/** `how` stays as it is when left out. What a claim says in the thread is what was typed, not what is known. */
export function link(change: ConversationChange, contact: ContactRow, how: ContactLink = change.row.contactLink): void {
  if (change.row.contactId === contact.id) return;
  const { id, name, email, phone } = contact;
  const { visitorName, visitorEmail, visitorPhone } = change.row;
  const shown = how === "claimed" ? visitorName || visitorEmail || visitorPhone || "?" : name || email || phone;
  change.set({ contactId: id, contactLink: how });
  change.command("contact_linked", `Contact: ${shown}`, id);
  change.tell("conversation/contact", (row) => ({ ...eventConversation(row), contact: { id, name, email, phone } }));
}

export async function create(context: ContactContext, from: ConversationRow, captured: Captured, entryMethod: string) {
  const { utmSource, utmMedium, utmCampaign, gclid, device, url, referrer } = from;
  return insertContact(context, {
    ...captured,
    channelId: from.channelId,
    conversationId: from.id,
    entryMethod,
    provisional: captured.email === "" && captured.phone === "",
    message: await lastWords(from),
    utmSource,
    utmMedium,
    utmCampaign,
    gclid,
    device,
    conversionUrl: url,
    refererTracking: referrer,
  });
}

/** The other conversations of a provisional contact go where the first one went, and are as sure of it. */
async function relinkOthers(
  context: ContactContext,
  from: ContactRow,
  to: ContactRow,
  by: ConversationChange,
): Promise<void> {
  for (const other of await lockOthersOf(from, by.row.id)) {
    const change = new ConversationChange(context, other);
    link(change, to, by.row.contactLink);
    await change.commit();
  }
}

async function absorb(
  context: ContactContext,
  provisional: ContactRow,
  older: ContactRow,
  how: ContactLink,
): Promise<ContactRow> {
  const { assignedTo, ...rest } = inherited(older, provisional);
  // A claim does not show the older contact to the assignee of the provisional one.
  const taken = how === "claimed" || assignedTo === undefined ? rest : { ...rest, assignedTo };
  const after = await saveContact(context, older, taken);
  await moveNotes(older.companyId, provisional.id, older.id);
  await contactsMerged.tell(context, { from: provisional.id, to: older.id });
  await removeRow(provisional.companyId, provisional.id);
  const gone = { contactId: provisional.id, channelId: provisional.channelId };
  const at = momentAfter(provisional.updatedAt);
  context.emit({ type: "contact/deleted", ...gone, at, data: eventDeletedContact(provisional, at) });
  const about = { contactId: older.id, channelId: older.channelId };
  context.emit({
    type: "contact/matched",
    ...about,
    at: after.updatedAt,
    data: { id: older.id, mergedId: provisional.id },
  });
  return after;
}

type Outcome = { contactId: string | null; created: boolean; linked: boolean };

/** An older contact has this email or phone: links the conversation to it. */
async function join(
  context: ContactContext,
  change: ConversationChange,
  found: ContactRow,
  captured: Captured,
): Promise<ContactRow | undefined> {
  const older = await lockById(context.actor, found.id);
  if (!older) return undefined;
  const provisional = change.row.contactId ? await lockById(context.actor, change.row.contactId) : undefined;
  const how = await linkTo(context.actor, change.row, older);
  link(change, older, how);
  const changes = filling(older, captured);
  const given = how === "claimed" ? unproven(changes) : changes;
  const said = older.message === "" ? { message: await lastWords(change.row) } : {};
  const filled = await saveContact(context, older, { ...given, ...said, conversationId: change.row.id });
  await noteDifferences(context, filled, change, captured);
  await change.commit();
  if (!provisional) return filled;
  await relinkOthers(context, provisional, filled, change);
  return absorb(context, provisional, filled, how);
}

async function settle(
  context: ContactContext,
  change: ConversationChange,
  captured: Captured,
  entryMethod: string,
  unify: boolean,
): Promise<Outcome> {
  const { actor } = context;
  await lockKeys(actor, captured);
  const current = await lockById(actor, change.row.contactId);
  const movable = change.row.contactLink !== "separate" && (!current || current.provisional);
  const match =
    unify && movable && hasKeys(captured) ? await matchingContact(actor, captured, current?.id ?? null) : undefined;
  const joined = match ? await join(context, change, match, captured) : undefined;
  if (joined) return { contactId: joined.id, created: false, linked: true };
  if (current) {
    await noteDifferences(context, current, change, captured);
    const claimed = change.row.contactLink === "claimed";
    const changes = filling(current, captured, !claimed);
    await saveContact(context, current, claimed ? unproven(changes) : changes);
    return { contactId: current.id, created: false, linked: false };
  }
  const created = await create(context, change.row, captured, entryMethod);
  link(change, created);
  await change.commit();
  return { contactId: created.id, created: true, linked: true };
}

/**
 * Links a conversation to its person (D10): finds the contact by email or phone, else creates it from what was
 * captured. Runs under the conversation's row lock, in the caller's transaction where there is one.
 */
export const captureContact = command({
  name: "contacts.capture",
  access: "system",
  input: captureContactInput,
  output: capturedContactSchema,
  example: (given) => ({ conversationId: given.conversationId ?? "", email: "ana@example.com" }),
  async run(context) {
    const { actor, input } = context;
    const conversation = await lockConversation(actor, input.conversationId, "chat_talk");
    const settings = await matchingSettings(actor);
    const captured = capturedOf(input, conversation, settings);
    if (!captured.name && !captured.email && !captured.phone) {
      return { contactId: conversation.contactId, created: false, linked: false };
    }
    const change = new ConversationChange(context, conversation);
    const entryMethod = input.entryMethod ?? conversation.channel;
    return settle(context, change, captured, entryMethod, settings.contactUnification);
  },
});
