import { type ChannelRow, channelsOf, readableChannel } from "#server/channels/access.ts";
import { userIdsOf } from "#server/channels/outbound/addressing.ts";
import { matchingContact } from "#server/contacts/identity/matching.sql.ts";
import { emailKey, internationalDigits, phoneKeys } from "#server/contacts/identity/phones.ts";
import { optedOutAmong } from "#server/contacts/opting-out.sql.ts";
import { contactsToReach } from "#server/contacts/reaching.sql.ts";
import { matchingSettings } from "#server/contacts/settings.ts";
import { type Known, latestByChannel } from "#server/conversations/opening/addresses.sql.ts";
import { windowEnd } from "#server/conversations/viewing.ts";
import type { Actor } from "#server/core/actor.ts";
import { query } from "#server/core/operation.ts";
import { templateTypes } from "#server/templates/access.ts";
import { sendableSchema } from "#server/templates/schema.ts";
import { offersFor } from "#server/templates/sendable.ts";
import { phoneOf } from "#server/templates/targeting.ts";
import { isVeiled, visible } from "./recipients.ts";
import { offersInput, type Recipient, reachInput, reachSchema, type Way } from "./schema.ts";

/** The contact that is meant, where there is one whom the actor may write to, and the number that was given. */
async function meant(actor: Actor, to: Recipient, country: string | undefined) {
  const given = to.phone === undefined ? "" : internationalDigits(to.phone, country);
  if (to.contactId !== undefined) return { given, contact: await visible(actor, to.contactId, "contactId") };
  const keys = { emailKey: to.email ? emailKey(to.email) : "", phoneKeys: phoneKeys(given) };
  const known = isVeiled(actor) ? null : await matchingContact(actor, keys, null);
  return { given, contact: (known && (await contactsToReach(actor, [known.id])).get(known.id)) ?? null };
}

/** The number that would be written to, "" where none is known, and whether it is what somebody typed. */
type Phone = { digits: string; typed: boolean };

function judged(channel: ChannelRow, known: Known | undefined, phone: Phone, now: Date): Way {
  const way = { channelId: channel.id, type: channel.type, label: channel.label };
  if (!channel.connected || channel.disconnectionRequested)
    return { ...way, writes: "nothing", reason: "not_connected" };
  if (templateTypes.includes(channel.type)) {
    if (!phone.digits && !known)
      return { ...way, writes: "nothing", reason: phone.typed ? "unreadable_phone" : "no_phone" };
  } else if (!known) return { ...way, writes: "nothing", reason: "never_wrote" };
  if (channel.type === "WEBSITE") return { ...way, writes: "freely", reason: "" };
  const ends = known?.lastVisitorMessageAt ? windowEnd(known) : null;
  if (ends && ends >= now) return { ...way, writes: "freely", reason: "" };
  if (templateTypes.includes(channel.type)) return { ...way, writes: "template", reason: "window" };
  return { ...way, writes: "nothing", reason: "window" };
}

/** By which channels a person can be written to now, and why not by the others; nothing is made of it. */
export const reach = query({
  name: "outreach.reach",
  access: "chat_talk",
  input: reachInput,
  output: reachSchema,
  example: (given) => ({ to: { contactId: given.contactId ?? "" } }),
  async run({ actor, input: { to }, now }) {
    const { country } = await matchingSettings(actor);
    const { given, contact } = await meant(actor, to, country);
    const digits = phoneKeys(given).length > 0 ? given : contact ? phoneOf(contact, country) : "";
    const phone = { digits, typed: to.phone !== undefined };
    const known = await latestByChannel(actor.companyId, contact?.id, phoneKeys(digits));
    return {
      contact: contact ? { id: contact.id, name: contact.name } : null,
      phone: digits ? `+${digits}` : "",
      ways: (await channelsOf(actor)).map((channel) => judged(channel, known.get(channel.id), phone, now)),
    };
  },
});

/** The templates of a channel for somebody who is written to first, with what their contact fills. */
export const offers = query({
  name: "outreach.templates",
  access: "chat_talk",
  input: offersInput,
  output: sendableSchema,
  example: (given) => ({ channelId: given.whatsappChannelId ?? "", to: { contactId: given.contactId ?? "" } }),
  async run({ actor, input: { channelId, to } }) {
    const channel = await readableChannel(actor, channelId);
    const { given, contact } = await meant(actor, to, (await matchingSettings(actor)).country);
    const nobody = { name: "", email: "", phone: "", internationalPhoneNumber: "", customFields: {} };
    // What was said outlives its contact; who is shown people masked is not told by an address.
    const typed = isVeiled(actor) ? [] : [given];
    const asked = contact ? (await userIdsOf(actor, channel.id, [contact.id])).values() : typed;
    const [optedOutAt = null] = (await optedOutAmong(actor.companyId, [...asked])).values();
    const wish = contact && (contact.optedOutAt || contact.phoneKeys.length > 0) ? contact : { optedOutAt };
    return offersFor(actor, { channelId: channel.id, person: contact ?? nobody, to: wish });
  },
});
