import { AppError, invalidField } from "#server/base/errors.ts";
import { newId } from "#server/base/ids.ts";
import type { ChannelRow } from "#server/channels/access.ts";
import { isUserId, numberIn, userIdsOf } from "#server/channels/outbound/addressing.ts";
import { lockKeys, matchingContact } from "#server/contacts/identity/matching.sql.ts";
import { emailKey, internationalDigits, phoneKeys } from "#server/contacts/identity/phones.ts";
import { findOptOut } from "#server/contacts/opting-out.sql.ts";
import { contactsToReach, type ReachableContact } from "#server/contacts/reaching.sql.ts";
import { emailColumns, insertContact, phoneColumns } from "#server/contacts/saving.ts";
import { matchingSettings } from "#server/contacts/settings.ts";
import { addressOnChannel, contactBehind } from "#server/conversations/opening/addresses.sql.ts";
import type { Actor } from "#server/core/actor.ts";
import { emailField } from "#server/core/fields.ts";
import type { CommandContext } from "#server/core/operation.ts";
import { masksOf } from "#server/core/rights.ts";
import { templateTypes } from "#server/templates/access.ts";
import { phoneOf } from "#server/templates/targeting.ts";
import type { Recipient, RecipientKind } from "./schema.ts";

type Context = Pick<CommandContext<unknown>, "actor" | "now" | "emit">;

/** A person and the address under which the channel knows them. */
export type Reachable = { kind: RecipientKind; contact: ReachableContact | null; address: string };

const unknown = (kind: RecipientKind) =>
  invalidField(`to.${kind}`, "There is nobody of this kind whom you may write to.", "unknown_reference");
const unreachable = (kind: RecipientKind, message: string, code = "unreachable") =>
  invalidField(`to.${kind}`, message, code);

/** Whom the actor may write to; somebody else's contact is not told from an unknown one (C1). */
export async function visible(actor: Actor, id: string, kind: RecipientKind): Promise<ReachableContact> {
  const contact = (await contactsToReach(actor, [id])).get(id.toLowerCase());
  if (!contact) throw unknown(kind);
  return contact;
}

type Wanted = { kind: RecipientKind; name: string; columns: Parameters<typeof insertContact>[1] };

/** Who is shown people masked: whose an address is would tell who is known by it, so they name persons (W11). */
export const isVeiled = (actor: Actor): boolean => masksOf(actor).length > 0;

/**
 * The oldest contact with this email or number, else a new one. Simultaneous calls find the same one. null: there is
 * one, and whose it is must not be told.
 */
async function findOrMake(context: Context, channel: ChannelRow, { kind, name, columns }: Wanted) {
  const { actor } = context;
  const keys = { emailKey: columns.emailKey ?? "", phoneKeys: columns.phoneKeys ?? [] };
  await lockKeys(actor, keys);
  const known = await matchingContact(actor, keys, null);
  if (known) return isVeiled(actor) ? null : visible(actor, known.id, kind);
  const entryMethod = actor.type === "user" ? "MANUAL" : "API";
  const made = await insertContact(context, { ...columns, name, channelId: channel.id, entryMethod });
  return { ...made, optedOutAt: (await findOptOut(made))?.optedOutAt ?? null };
}

async function contactOf(
  context: Context,
  channel: ChannelRow,
  to: Recipient,
  country: string | undefined,
): Promise<{ kind: RecipientKind; contact: ReachableContact | null }> {
  const { actor } = context;
  if (to.contactId !== undefined)
    return { kind: "contactId", contact: await visible(actor, to.contactId, "contactId") };
  if (to.phone !== undefined) {
    const digits = internationalDigits(to.phone, country);
    if (phoneKeys(digits).length === 0)
      throw unreachable("phone", "This is not a phone number: write it with + and the country code.", "invalid_phone");
    const wanted = { kind: "phone" as const, name: to.name || `+${digits}`, columns: phoneColumns(to.phone, country) };
    return { kind: "phone", contact: await findOrMake(context, channel, wanted) };
  }
  if (to.email !== undefined) {
    if (!emailField.safeParse(to.email).success)
      throw unreachable("email", "This is not an email address.", "invalid_format");
    const wanted = { kind: "email" as const, name: to.name || to.email, columns: emailColumns(to.email) };
    if (channel.type === "WEBSITE") return { kind: "email", contact: await findOrMake(context, channel, wanted) };
    const known = await matchingContact(actor, { emailKey: emailKey(to.email), phoneKeys: [] }, null);
    if (!known || isVeiled(actor))
      throw unreachable("email", "Nobody is known by this email address, and the channel needs another one.");
    return { kind: "email", contact: await visible(actor, known.id, "email") };
  }
  const known = await contactBehind(actor.companyId, channel.id, to.visitorId ?? "");
  return { kind: "visitorId", contact: known ? await visible(actor, known, "visitorId") : null };
}

/** By number, or by the platform's id of somebody who has written and shows no number. */
async function whatsappAddress(actor: Actor, channel: ChannelRow, person: Person, country: string | undefined) {
  const { kind, contact, visitorId } = person;
  if (visitorId) return numberIn(visitorId) || (isUserId(visitorId) ? visitorId : "");
  const named = kind === "phone" ? internationalDigits(person.phone, country) : "";
  const known = named || (contact ? phoneOf(contact, country) : "");
  return known || (contact ? ((await userIdsOf(actor, channel.id, [contact.id])).get(contact.id) ?? "") : "");
}

type Person = { kind: RecipientKind; contact: ReachableContact | null; visitorId: string; phone: string };

async function addressOf(actor: Actor, channel: ChannelRow, person: Person, country: string | undefined) {
  const { kind, contact, visitorId } = person;
  if (templateTypes.includes(channel.type)) {
    const address = await whatsappAddress(actor, channel, person, country);
    if (address) return address;
    throw unreachable(kind, "There is no phone number to write to.", "no_phone");
  }
  const known = await addressOnChannel(
    actor.companyId,
    channel.id,
    visitorId ? { visitorId } : { contactId: contact?.id ?? "" },
  );
  if (known) return known;
  if (channel.type === "WEBSITE") return visitorId || newId();
  throw unreachable(kind, "This person has not written on this channel: the platform lets nobody write first.");
}

/** Who is meant and where the channel reaches them; refuses with the field that says why not. */
export async function reachable(context: Context, channel: ChannelRow, to: Recipient): Promise<Reachable> {
  const { country } = await matchingSettings(context.actor);
  const { kind, contact } = await contactOf(context, channel, to, country);
  const person = { kind, contact, visitorId: to.visitorId ?? "", phone: to.phone ?? "" };
  return { kind, contact, address: await addressOf(context.actor, channel, person, country) };
}

/** What may not be seen is not found, and in a body that is a field's fault (A9). */
export function hidden(kind: RecipientKind) {
  return (error: unknown): never => {
    throw error instanceof AppError && error.code === "not_found" ? unknown(kind) : error;
  };
}
