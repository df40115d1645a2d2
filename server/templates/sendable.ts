import { phoneKeys } from "#server/contacts/identity/phones.ts";
import { optedOutAmong } from "#server/contacts/opting-out.sql.ts";
import { contactsByPhone, contactsToReach, type ReachableContact } from "#server/contacts/reaching.sql.ts";
import { matchingSettings } from "#server/contacts/settings.ts";
import { readableConversation } from "#server/conversations/access.sql.ts";
import type { ConversationRow } from "#server/conversations/row.ts";
import type { Actor } from "#server/core/actor.ts";
import { maskValue } from "#server/core/masking.ts";
import { query } from "#server/core/operation.ts";
import { masksOf } from "#server/core/rights.ts";
import { templatesOf } from "./access.ts";
import { fill } from "./filling.ts";
import { sendableInput, sendableSchema } from "./schema.ts";
import { addressOfVisitor, blockOf, type OptedOut } from "./targeting.ts";
import { viewTemplate } from "./viewing.ts";

type Filler = Parameters<typeof fill>[2];

/** The approved templates of a channel with what a person fills, and why one cannot go to them. */
export async function offersFor(
  actor: Actor,
  { channelId, person, to }: { channelId: string; person: Filler; to: OptedOut | null },
) {
  const templates = await templatesOf(actor, { channelId, status: ["APPROVED"], settled: true });
  // What is shown is filled from what the actor may see; what is sent, from the whole (sending.ts).
  const shown = maskValue(person, masksOf(actor));
  return {
    templates: templates.map((one) => ({
      template: viewTemplate(one),
      ...fill(one.components, {}, shown),
      blocked: blockOf(one, to),
    })),
  };
}

/** Whether the person of a conversation wants none: their contact says so, else where a template would go. */
async function wishIn(actor: Actor, conversation: ConversationRow, contact: ReachableContact | null) {
  if (contact?.optedOutAt) return contact;
  const phone = addressOfVisitor(conversation, contact, (await matchingSettings(actor)).country);
  const [optedOutAt] = (await optedOutAmong(actor.companyId, [phone])).values();
  if (optedOutAt) return { optedOutAt };
  return contact ?? (await contactsByPhone(actor, [phone])).get(phoneKeys(phone)[0] ?? "") ?? null;
}

/** The templates that can be sent into a conversation now, with what its contact fills: for the composer. */
export const listSendable = query({
  name: "templates.sendable",
  access: "chat_talk",
  input: sendableInput,
  output: sendableSchema,
  example: (given) => ({ conversationId: given.conversationId ?? "" }),
  async run({ actor, input }) {
    const conversation = await readableConversation(actor, input.conversationId);
    const contactId = conversation.contactId ?? "";
    const contact = (await contactsToReach(actor, [contactId])).get(contactId) ?? null;
    const person = contact ?? {
      name: conversation.visitorName,
      email: conversation.visitorEmail,
      phone: conversation.visitorPhone,
      internationalPhoneNumber: "",
      customFields: {},
    };
    const to = await wishIn(actor, conversation, contact);
    return offersFor(actor, { channelId: conversation.channelId, person, to });
  },
});
