import { numberIn } from "../addressing.ts";
import type { InboundContent, InboundItem, MediaRef, Person, Referral } from "../inbound-items.ts";
import { type Loose, listIn, momentIn, objectIn, textIn } from "../lossless.ts";

type Where = { routingId: string; receivedAt: Date };

const noPerson: Person = { phone: "", userId: null, name: "", username: "" };
const mediaTypes: Record<string, "image" | "audio" | "video" | "file"> = {
  image: "image",
  sticker: "image",
  audio: "audio",
  video: "video",
  document: "file",
};

/** A number, or the platform's id of somebody who shows none: what is no number is never made one (channels.md 2.9). */
function addressIn(address: unknown, userId: unknown): Pick<Person, "phone" | "userId"> {
  const phone = numberIn(textIn(address));
  const id = textIn(userId) || (phone ? "" : textIn(address));
  return { phone, userId: id.slice(0, 128) || null };
}

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

function mediaOf(type: MediaRef["type"], body: Loose): MediaRef {
  return {
    type,
    id: textIn(body.id),
    url: textIn(body.url),
    mimeType: textIn(body.mime_type),
    sha256: textIn(body.sha256),
    fileName: textIn(body.filename).slice(0, 255),
  };
}

function placeOf(body: Loose): InboundContent {
  const latitude = Number(textIn(body.latitude));
  const longitude = Number(textIn(body.longitude));
  const [name, address] = [textIn(body.name), textIn(body.address)];
  const text = [name, address].filter(Boolean).join(", ") || `${latitude}, ${longitude}`;
  return { type: "location", text, place: { latitude, longitude, name, address } };
}

function cardsOf(cards: readonly unknown[]): string {
  return cards
    .map((card) => {
      const { name, phones } = objectIn(card);
      const numbers = listIn(phones).map((phone) => textIn(objectIn(phone).phone) || textIn(objectIn(phone).wa_id));
      return [textIn(objectIn(name).formatted_name), ...numbers].filter(Boolean).join(" ");
    })
    .join("\n");
}

function orderOf(order: Loose): string {
  const items = listIn(order.product_items).map((item) => {
    const { product_retailer_id, quantity, item_price, currency } = objectIn(item);
    return `${textIn(quantity)} × ${textIn(product_retailer_id)} (${textIn(item_price)} ${textIn(currency)})`;
  });
  return [textIn(order.text), ...items].filter(Boolean).join("\n");
}

function interactiveOf(body: Loose): { text: string; choice: string } {
  const kind = textIn(body.type);
  const reply = objectIn(body[kind]);
  if (kind === "nfm_reply") return { text: textIn(reply.body) || textIn(reply.response_json), choice: "" };
  return { text: textIn(reply.title), choice: textIn(reply.id) };
}

const placeholder = (what: string, text = ""): InboundContent => ({ type: "unsupported", text, what });

/** The content of one message; what is unknown, today or tomorrow, is a placeholder. */
function contentOf(message: Loose): InboundContent & { choice?: string } {
  const type = textIn(message.type);
  const body = objectIn(message[type]);
  if (type === "text") return { type: "text/plain", text: textIn(body.body) };
  const media = mediaTypes[type];
  if (media) return { type: media, text: textIn(body.caption), media: [mediaOf(media, body)] };
  if (type === "location") return placeOf(body);
  if (type === "interactive") return { type: "text/plain", ...interactiveOf(body) };
  if (type === "button") return { type: "text/plain", text: textIn(body.text), choice: textIn(body.payload) };
  if (type === "contacts") return { type: "text/plain", text: cardsOf(listIn(message.contacts)) };
  if (type === "order") return { type: "text/plain", text: orderOf(body) };
  const error = objectIn(listIn(message.errors)[0]);
  return placeholder(type || "unknown", textIn(objectIn(error.error_data).details));
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
    clickId: textIn(referral.ctwa_clid),
    ad,
  };
}

function message(raw: Loose, contacts: readonly Loose[], { routingId, receivedAt }: Where): InboundItem {
  const about = { routingId, at: momentIn(raw.timestamp, receivedAt) };
  const from = personOf(raw.from, raw.from_user_id, contacts);
  const type = textIn(raw.type);
  const body = objectIn(raw[type]);
  if (type === "reaction") {
    return { ...about, kind: "reaction", target: textIn(body.message_id), emoji: textIn(body.emoji), from };
  }
  if (type === "edit") {
    const text = textIn(objectIn(objectIn(body.message).text).body);
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

const statuses = { sent: "sent", delivered: "delivered", read: "read", played: "read", failed: "failed" } as const;

function status(raw: Loose, { routingId, receivedAt }: Where): InboundItem {
  const about = { routingId, at: momentIn(raw.timestamp, receivedAt) };
  const word = textIn(raw.status);
  const known = Object.hasOwn(statuses, word) ? statuses[word as keyof typeof statuses] : undefined;
  if (!known) return { ...about, kind: "ignored", why: `status: ${word}` };
  const error = objectIn(listIn(raw.errors)[0]);
  const reason = textIn(objectIn(error.error_data).details) || textIn(error.title);
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
  if (field === "messages") {
    const contacts = listIn(value.contacts).map(objectIn);
    const items = [
      ...listIn(value.messages).map((raw) => message(objectIn(raw), contacts, where)),
      ...listIn(value.statuses).map((raw) => status(objectIn(raw), where)),
    ];
    return items.length > 0 ? items : [{ ...about, kind: "platform", field: "errors", value }];
  }
  if (field === "smb_message_echoes") return listIn(value.message_echoes).map((raw) => echo(objectIn(raw), where));
  return [{ ...about, kind: "platform", field, value }];
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
