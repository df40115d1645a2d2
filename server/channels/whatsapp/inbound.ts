import { truncate } from "#server/base/truncate.ts";
import type { InboundItem, Person, Referral } from "../inbound/items.ts";
import { type Loose, listIn, momentIn, objectIn, textIn } from "../inbound/lossless.ts";
import { numberIn } from "../outbound/addressing.ts";
import { contentOf, editedText, isMissedCall, missedCall } from "./content.ts";
import { contactItems, historyItems } from "./history.ts";
import { addressIn } from "./people.ts";

type Where = { routingId: string; receivedAt: Date };

const noPerson: Person = { phone: "", userId: null, name: "", username: "" };

/** Who wrote: the number or the user id is at `from`; `contacts` tells name and user id, and may be missing. */
function personOf(address: unknown, userId: unknown, contacts: readonly Loose[]): Person {
  const { phone, userId: id } = addressIn(address, userId);
  const fits = (one: Loose) =>
    (id !== null && textIn(one.user_id) === id) || (phone !== "" && numberIn(textIn(one.wa_id)) === phone);
  const contact = contacts.find(fits) ?? (contacts.length === 1 ? objectIn(contacts[0]) : {});
  const profile = objectIn(contact.profile);
  return {
    phone,
    userId: id ?? (textIn(contact.user_id).slice(0, 128) || null),
    name: textIn(profile.name).slice(0, 255),
    username: textIn(profile.username).replace(/^@/, "").slice(0, 100),
  };
}

function referralOf(value: unknown): Referral | undefined {
  const referral = objectIn(value);
  const sourceId = textIn(referral.source_id);
  const sourceUrl = textIn(referral.source_url);
  if (!sourceId && !sourceUrl) return undefined;
  const ad = textIn(referral.source_type) === "ad";
  return {
    source: ad ? "facebook-ads" : "facebook",
    sourceUrl,
    sourceId,
    headline: textIn(referral.headline),
    body: textIn(referral.body),
    image: textIn(referral.image_url) || textIn(referral.thumbnail_url),
    clickId: textIn(referral.ctwa_clid),
    ad,
  };
}

function message(raw: Loose, contacts: readonly Loose[], { routingId, receivedAt }: Where): InboundItem {
  const about = { routingId, at: momentIn(raw.timestamp, receivedAt) };
  // Messages in groups do not become conversations: only the journal keeps them.
  if (textIn(raw.group_id)) return { ...about, kind: "ignored", why: "group" };
  const from = personOf(raw.from, raw.from_user_id, contacts);
  const type = textIn(raw.type);
  const body = objectIn(raw[type]);
  if (type === "reaction") {
    return { ...about, kind: "reaction", target: textIn(body.message_id), emoji: textIn(body.emoji), from };
  }
  if (type === "edit") {
    const text = editedText(body);
    if (text === undefined) return { ...about, kind: "ignored", why: "edit" };
    return { ...about, kind: "edit", target: textIn(body.original_message_id), text };
  }
  if (type === "revoke") return { ...about, kind: "deletion", target: textIn(body.original_message_id) };
  if (type === "system") return systemItem(body, from, about);
  const { choice, ...content } = contentOf(raw);
  const context = objectIn(raw.context);
  const quoted = textIn(context.id);
  const referral = referralOf(raw.referral);
  const forwarded = context.forwarded === true || context.frequently_forwarded === true;
  return {
    ...about,
    kind: "message",
    externalId: textIn(raw.id),
    from,
    content,
    ...(quoted ? { quoted } : {}),
    ...(choice ? { choice } : {}),
    ...(referral ? { referral } : {}),
    ...(forwarded ? { forwarded } : {}),
  };
}

function systemItem(body: Loose, from: Person, about: { routingId: string; at: Date }): InboundItem {
  const type = textIn(body.type);
  if (type !== "user_changed_number" && type !== "user_changed_user_id") {
    return { ...about, kind: "ignored", why: `system: ${type}` };
  }
  const to = { ...noPerson, ...addressIn(body.wa_id, body.user_id) };
  return { ...about, kind: "moved", from, to };
}

/** A call has no message; it becomes one when it was not answered. */
function call(raw: Loose, contacts: readonly Loose[], { routingId, receivedAt }: Where): InboundItem {
  const about = { routingId, at: momentIn(raw.timestamp, receivedAt) };
  if (!isMissedCall(raw)) return { ...about, kind: "ignored", why: `call: ${textIn(raw.event)}` };
  const from = personOf(raw.from, raw.from_user_id, contacts);
  return { ...about, kind: "message", externalId: textIn(raw.id), from, content: missedCall };
}

/** A person has stopped or resumed marketing messages; templates and campaigns react to the platform's item. */
function preferenceItems(value: Loose, contacts: readonly Loose[], { routingId, receivedAt }: Where): InboundItem[] {
  return listIn(value.user_preferences)
    .map(objectIn)
    .filter(({ category }) => category === "marketing_messages")
    .map((raw): InboundItem => {
      const from = personOf(raw.wa_id, raw.user_id, contacts);
      const what = textIn(raw.value) === "stop" ? "marketing_stopped" : "marketing_resumed";
      return { routingId, at: momentIn(raw.timestamp, receivedAt), kind: "preference", from, what };
    });
}

/** The platform gives a person another id: `user_id_update` (channels.md 2.9). */
function renamed(raw: Loose, { routingId, receivedAt }: Where): InboundItem {
  const { previous, current } = objectIn(raw.user_id);
  const from = { ...noPerson, phone: numberIn(textIn(raw.wa_id)), userId: textIn(previous).slice(0, 128) || null };
  const to = { ...noPerson, userId: textIn(current).slice(0, 128) || null };
  return { routingId, at: momentIn(raw.timestamp, receivedAt), kind: "moved", from, to };
}

const statuses = { sent: "sent", delivered: "delivered", read: "read", played: "read", failed: "failed" } as const;

function status(raw: Loose, { routingId, receivedAt }: Where): InboundItem {
  const about = { routingId, at: momentIn(raw.timestamp, receivedAt) };
  const word = textIn(raw.status);
  const known = Object.hasOwn(statuses, word) ? statuses[word as keyof typeof statuses] : undefined;
  if (!known) return { ...about, kind: "ignored", why: `status: ${word}` };
  const error = objectIn(listIn(raw.errors)[0]);
  const reason = truncate(textIn(objectIn(error.error_data).details) || textIn(error.title), 1000);
  return {
    ...about,
    kind: "status",
    externalId: textIn(raw.id),
    status: known,
    callbackData: textIn(raw.biz_opaque_callback_data),
    ...(known === "failed" ? { code: textIn(error.code) || "unknown", reason } : {}),
  };
}

/** What the business wrote on its phone app. */
function echo(raw: Loose, { routingId, receivedAt }: Where): InboundItem {
  const about = { routingId, at: momentIn(raw.timestamp, receivedAt) };
  const type = textIn(raw.type);
  if (type === "edit" || type === "revoke" || type === "reaction") return message(raw, [], { routingId, receivedAt });
  const { choice: _choice, ...content } = contentOf(raw);
  const to = { ...noPerson, ...addressIn(raw.to, raw.to_user_id) };
  return { ...about, kind: "echo", externalId: textIn(raw.id), to, content, metadata: "", appId: "" };
}

function changeItems(field: string, value: Loose, where: Where): InboundItem[] {
  const about = { routingId: where.routingId, at: where.receivedAt };
  const contacts = listIn(value.contacts).map(objectIn);
  if (field === "messages") {
    const items = [
      ...listIn(value.messages).map((raw) => message(objectIn(raw), contacts, where)),
      ...listIn(value.statuses).map((raw) => status(objectIn(raw), where)),
    ];
    return items.length > 0 ? items : [{ ...about, kind: "platform", field: "errors", value }];
  }
  if (field === "smb_message_echoes") return listIn(value.message_echoes).map((raw) => echo(objectIn(raw), where));
  if (field === "history") return historyItems(value, where);
  if (field === "smb_app_state_sync") return contactItems(value, where);
  if (field === "calls") return listIn(value.calls).map((raw) => call(objectIn(raw), contacts, where));
  if (field === "user_id_update") return listIn(value.user_id_update).map((raw) => renamed(objectIn(raw), where));
  const preferences = field === "user_preferences" ? preferenceItems(value, contacts, where) : [];
  return [{ ...about, kind: "platform", field, value }, ...preferences];
}

/** All of a WhatsApp payload: every entry, change, message and status, in their order. */
export function parseWhatsapp(payload: unknown, receivedAt: Date): InboundItem[] {
  return listIn(objectIn(payload).entry).flatMap((rawEntry) => {
    const entry = objectIn(rawEntry);
    const at = momentIn(entry.time, receivedAt);
    return listIn(entry.changes).flatMap((rawChange) => {
      const change = objectIn(rawChange);
      const value = objectIn(change.value);
      const routingId = textIn(objectIn(value.metadata).phone_number_id) || textIn(entry.id);
      return changeItems(textIn(change.field), value, { routingId, receivedAt: at });
    });
  });
}
