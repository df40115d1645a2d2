import { lockById } from "#server/contacts/access.sql.ts";
import { emailKey } from "#server/contacts/identity/phones.ts";
import type { ContactRow } from "#server/contacts/row.ts";
import { phoneColumns } from "#server/contacts/saving.ts";
import { matchingSettings } from "#server/contacts/settings.ts";
import type { ConversationChange } from "#server/conversations/change.ts";
import type { ConversationRow } from "#server/conversations/row.ts";
import type { ContactLink } from "#server/conversations/schema.ts";
import { type Actor, can } from "#server/core/actor.ts";
import { masksOf, readsAll } from "#server/core/rights.ts";
import { personReadsAll } from "#server/users/access.ts";
import { provenIdentities } from "./rows.sql.ts";

/** Whether the company's own server has signed, for this visitor, what the contact is known by (M2). */
async function vouched(actor: Actor, conversation: ConversationRow, contact: ContactRow): Promise<boolean> {
  const found = await provenIdentities(conversation);
  if (found.length === 0) return false;
  const { country } = await matchingSettings(actor);
  return found.some(({ email, phone }) => {
    if (email !== "" && emailKey(email) === contact.emailKey) return true;
    const { phoneKeys = [] } = phoneColumns(phone, country);
    return phoneKeys.some((key) => contact.phoneKeys.includes(key));
  });
}

/**
 * How certain the link to an already known contact is (D10): what was typed in the widget is a claim, unless the
 * identity is proven or the claim has been confirmed.
 */
export async function linkTo(actor: Actor, conversation: ConversationRow, contact: ContactRow): Promise<ContactLink> {
  const { contactLink, contactId } = conversation;
  if (contactLink === "proven") return "proven";
  if (contactLink === "confirmed" && contactId === contact.id) return "confirmed";
  return (await vouched(actor, conversation, contact)) ? "proven" : "claimed";
}

/**
 * Whether what the actor says about a visitor is only a claim (D10): it does not see every contact, and would come to
 * any whose address it knows by giving it as the visitor's. A token that reads none counts as its owner.
 */
async function onlyClaims(actor: Actor): Promise<boolean> {
  return can(actor, "clients_read") ? !readsAll(actor) : !(await personReadsAll(actor));
}

type Said = Partial<Pick<ConversationRow, "visitorEmail" | "visitorPhone">>;

/**
 * How sure a conversation is of its visitor by what the actor says of them. Whose address it is would be told, by the
 * contact that it comes to, to who is shown addresses masked (W11): the visitor then gets a contact of its own.
 */
export async function linkBy(actor: Actor, { visitorEmail, visitorPhone }: Said): Promise<ContactLink> {
  const masks = masksOf(actor);
  if ((visitorEmail && masks.includes("email")) || (visitorPhone && masks.includes("phone"))) return "separate";
  return (await onlyClaims(actor)) ? "own" : "proven";
}

/** From here on nobody vouches for what the conversation says about its visitor, if the actor does not. */
export async function doubt(actor: Actor, change: ConversationChange, said: Said): Promise<void> {
  const how = await linkBy(actor, said);
  if (how === "own" && change.row.contactLink === "proven") change.set({ contactLink: how });
  if (how !== "separate") return;
  const contact = await lockById(actor, change.row.contactId);
  if (!contact || contact.provisional) change.set({ contactLink: how });
}
