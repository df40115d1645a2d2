import { day, hour } from "#server/base/clock.ts";
import { invalidField } from "#server/base/errors.ts";
import { readableChannel } from "#server/channels/access.ts";
import { contactsToReach } from "#server/contacts/reaching.sql.ts";
import { matchingSettings } from "#server/contacts/settings.ts";
import type { ConversationRow } from "#server/conversations/row.ts";
import type { Actor } from "#server/core/actor.ts";
import { contentOf } from "#server/messages/content.ts";
import { templateTypes } from "#server/templates/access.ts";
import { readable } from "#server/templates/rules.ts";
import { readyTemplate, unknownTemplate } from "#server/templates/sending.ts";
import { addressOfVisitor } from "#server/templates/targeting.ts";
import type { Draft } from "./choices.ts";

/** Refuses a time that has passed, or is too far away to mean anything. */
export function requireFuture(sendAt: Date, now: Date): void {
  if (sendAt.getTime() <= now.getTime())
    throw invalidField("sendAt", "This time has passed: choose a later one, or send it now.", "too_early");
  if (sendAt.getTime() > now.getTime() + 3653 * day)
    throw invalidField("sendAt", "At most ten years ahead.", "too_late");
}

/** A file that no message takes goes after a day (W2): what waits longer names it by an address. */
export function requireKept(draft: Draft, sendAt: Date, now: Date): void {
  if (draft.message?.message?.uploadId === undefined || sendAt.getTime() <= now.getTime() + 23 * hour) return;
  throw invalidField("sendAt", "An uploaded file waits for 23 hours at most.", "too_late");
}

/** What a draft will say. A template has to be one that could be sent today. */
export async function textOf(actor: Actor, conversation: ConversationRow, draft: Draft): Promise<string> {
  const { message, template } = draft;
  if (message) {
    const { text, attachments } = await contentOf(actor, conversation, message);
    return text || (attachments[0]?.title ?? "");
  }
  const channel = await readableChannel(actor, conversation.channelId);
  if (!template || !templateTypes.includes(channel.type))
    throw invalidField("template", "Only WhatsApp channels have templates.", "unsupported");
  const contact = conversation.contactId
    ? ((await contactsToReach(actor, [conversation.contactId])).get(conversation.contactId) ?? null)
    : null;
  const phone = addressOfVisitor(conversation, contact, (await matchingSettings(actor)).country);
  const ready = await readyTemplate(actor, channel, template, { contact, phone }).catch(unknownTemplate);
  return readable(ready.template.components, ready.filling.variables).text;
}
