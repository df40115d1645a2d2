import { z } from "zod";
import { AppError } from "#server/base/errors.ts";
import { changeableIds, lockById } from "#server/contacts/access.sql.ts";
import { type ContactContext, saveContact } from "#server/contacts/saving.ts";
import { matchingSettings } from "#server/contacts/settings.ts";
import { lockAnyConversation, lockConversation } from "#server/conversations/access.sql.ts";
import { ConversationChange } from "#server/conversations/change.ts";
import type { ConversationRow } from "#server/conversations/row.ts";
import { type ContactLink, conversationIdInput, conversationSchema } from "#server/conversations/schema.ts";
import { viewConversation } from "#server/conversations/viewing.ts";
import type { Actor } from "#server/core/actor.ts";
import { command } from "#server/core/operation.ts";
import { contactsBegun } from "./beginning.ts";
import { capturedOf, filling } from "./captured.ts";
import { create, link } from "./capturing.ts";
import { linkTo } from "./claims.ts";

const nothing = { name: "", email: "", phone: "", customFields: {} };

/**
 * Confirms that the claimed contact is the visitor: what was typed fills its gaps, and those who see one see the other.
 */
async function settle(context: ContactContext, change: ConversationChange, how: ContactLink): Promise<ConversationRow> {
  const { actor } = context;
  const contact = await lockById(actor, change.row.contactId);
  change.set({ contactLink: how });
  change.updated({ contactLink: { before: "claimed", after: how } });
  const { row } = await change.commit();
  if (contact) {
    const captured = capturedOf(nothing, row, await matchingSettings(actor));
    await saveContact(context, contact, filling(contact, captured));
  }
  return row;
}

/** To confirm a claim opens the contact to those who have the conversation: only who sees it already may do so. */
async function requireSight(actor: Actor, { contactId }: ConversationRow): Promise<void> {
  if (contactId === null || (await changeableIds(actor, [contactId])).has(contactId)) return;
  const message = "You do not see the contact whose address this is, so you cannot confirm it. Ask somebody who does.";
  throw new AppError("forbidden", { message });
}

/** POST /v1/conversations/{conversationId}/confirm-contact (D10). Without a claim nothing changes. */
export const confirmContact = command({
  name: "conversations.confirmContact",
  access: "clients_write",
  input: conversationIdInput,
  output: conversationSchema,
  example: (given) => ({ conversationId: given.conversationId ?? "" }),
  async run(context) {
    const { actor, input } = context;
    const change = new ConversationChange(
      context,
      await lockConversation(actor, input.conversationId, "clients_write"),
    );
    if (change.row.contactLink !== "claimed") return viewConversation(change.row);
    await requireSight(actor, change.row);
    return viewConversation(await settle(context, change, "confirmed"));
  },
});

/**
 * POST /v1/conversations/{conversationId}/separate-contact (D10): the visitor is another person, with a contact of its
 * own.
 */
export const separateContact = command({
  name: "conversations.separateContact",
  access: "clients_write",
  input: conversationIdInput,
  output: conversationSchema,
  example: (given) => ({ conversationId: given.conversationId ?? "" }),
  async run(context) {
    const { actor, input } = context;
    const change = new ConversationChange(
      context,
      await lockConversation(actor, input.conversationId, "clients_write"),
    );
    if (change.row.contactLink !== "claimed") return viewConversation(change.row);
    const captured = capturedOf(nothing, change.row, await matchingSettings(actor));
    change.set({ contactId: null, contactLink: "separate" });
    change.updated({ contactLink: { before: "claimed", after: "separate" } });
    const known = captured.name || captured.email || captured.phone;
    if (known) link(change, await create(context, change.row, captured, change.row.channel), "separate");
    const { row } = await change.commit();
    if (!known) return viewConversation(row);
    await contactsBegun.tell(context, row.id);
    return viewConversation((await lockAnyConversation(actor, row.id)) ?? row);
  },
});

/** Settles a claim that the visitor's identity, just proven, confirms. */
export const proveContact = command({
  name: "contacts.prove",
  access: "system",
  input: conversationIdInput,
  output: z.object({ proven: z.boolean() }),
  example: (given) => ({ conversationId: given.conversationId ?? "" }),
  async run(context) {
    const { actor, input } = context;
    const change = new ConversationChange(context, await lockConversation(actor, input.conversationId, "chat_talk"));
    const contact = change.row.contactLink === "claimed" ? await lockById(actor, change.row.contactId) : undefined;
    if (!contact || (await linkTo(actor, change.row, contact)) !== "proven") return { proven: false };
    await settle(context, change, "proven");
    return { proven: true };
  },
});
