import { now } from "#server/base/clock.ts";
import type { SimulatedAccount } from "./accounts.ts";
import { addMedia } from "./graph-media.ts";
import { newMessageId } from "./graph-messages.ts";
import { insertReceived, markDeleted, sentBody } from "./messages.sql.ts";
import { nextNumber, objectOf, putObject } from "./objects.sql.ts";
import type { PhoneMessage } from "./phone-schema.ts";
import { messagesChange } from "./scripts.ts";
import { faultsOf, queueCallback } from "./state.ts";

type Body = Record<string, unknown>;

const mediaWord = { image: "image", audio: "audio", video: "video", document: "document", sticker: "sticker" } as const;
type MediaType = keyof typeof mediaWord;
const isMedia = (type: string): type is MediaType => Object.hasOwn(mediaWord, type);

const ad = {
  source_url: "https://fb.me/simulated-ad",
  source_id: "120208412345670123",
  source_type: "ad",
  headline: "Autumn sale",
  body: "Bikes at half price",
  media_type: "image",
  ctwa_clid: "Aff-simulated-click",
};

async function mediaBody(account: SimulatedAccount, { type, url, text }: PhoneMessage): Promise<Body> {
  const { id, mime_type, sha256, name } = await addMedia(account, url);
  const more =
    type === "audio" ? { voice: true } : type === "sticker" ? { animated: false } : text ? { caption: text } : {};
  return { id, mime_type, sha256, ...more, ...(type === "document" ? { filename: name || "document.pdf" } : {}) };
}

/** The type-specific part of a WhatsApp message. */
async function whatsappBody(account: SimulatedAccount, message: PhoneMessage): Promise<Body> {
  const { type, text, target, choice, latitude, longitude } = message;
  const context = target ? { context: { from: account.number, id: target } } : {};
  if (isMedia(type)) return { type, [type]: await mediaBody(account, message), ...context };
  if (type === "location")
    return { type, location: { latitude, longitude, name: text || "Here", address: "Corrientes 1000" } };
  if (type === "contacts") {
    const contact = {
      name: { formatted_name: text || "Ana Pérez" },
      phones: [{ phone: "+54 11 5555-0000", type: "CELL" }],
    };
    return { type, contacts: [contact] };
  }
  if (type === "button") return { ...context, ...(await tapped(account, target, choice, text)) };
  if (type === "reaction") return { type, reaction: { message_id: target, ...(text ? { emoji: text } : {}) } };
  if (type === "edit") {
    return { type, edit: { original_message_id: target, message: { type: "text", text: { body: text } } } };
  }
  if (type === "delete") return { type: "revoke", revoke: { original_message_id: target } };
  if (type === "order") {
    const item = { product_retailer_id: "bike-7", quantity: 1, item_price: 350, currency: "USD" };
    return { type, order: { catalog_id: "111", text, product_items: [item] } };
  }
  if (type === "unsupported") {
    const error = {
      code: 131051,
      title: "Message type unknown",
      error_data: { details: "Message type is currently not supported." },
    };
    return { type, errors: [error] };
  }
  return { type: "text", text: { body: text }, ...context };
}

/** A tap on a button or row of a session message, or on a quick reply of a template, which comes in another shape. */
async function tapped(account: SimulatedAccount, target: string, choice: string, title: string): Promise<Body> {
  const found = await sentBody(account, target);
  if (found?.type === "template") return { type: "button", button: { payload: choice || title, text: title } };
  const kind = found?.interactive?.type === "list" ? "list_reply" : "button_reply";
  return { type: "interactive", interactive: { type: kind, [kind]: { id: choice || title, title } } };
}

function stamp(at: Date, milliseconds: boolean): string {
  return String(milliseconds ? at.getTime() : Math.floor(at.getTime() / 1000));
}

async function sendWhatsapp(account: SimulatedAccount, message: PhoneMessage, id: string): Promise<Body> {
  const faults = await faultsOf(account);
  const isUser = /^[A-Z]{2}\./.test(message.peer);
  const who = isUser ? { from_user_id: message.peer } : { from: message.peer };
  const body = await whatsappBody(account, message);
  const raw = {
    ...who,
    id,
    timestamp: stamp(now(), faults.milliseconds),
    ...body,
    ...(message.fromAd ? { referral: ad } : {}),
  };
  const contact = {
    profile: { name: message.name || message.peer, ...(isUser ? { username: `@${usernameOf(message.name)}` } : {}) },
    ...(isUser ? { user_id: message.peer } : { wa_id: message.peer }),
  };
  await queueCallback(account, messagesChange(account, { contacts: [contact], messages: [raw] }), 0);
  return body;
}

const adReferral = { ref: "autumn", ad_id: "120208412345670123", source: "ADS", type: "OPEN_THREAD" };

async function pageEvent(account: SimulatedAccount, message: PhoneMessage, mid: string): Promise<Body> {
  const { type, text, target, choice, latitude, longitude, fromAd } = message;
  const referral = fromAd ? { referral: { ...adReferral, ads_context_data: { ad_title: "Autumn sale" } } } : {};
  if (type === "reaction") {
    return {
      reaction: {
        mid: target,
        action: text ? "react" : "unreact",
        ...(text ? { reaction: "other", emoji: text } : {}),
      },
    };
  }
  if (type === "edit") return { message_edit: { mid: target, text, num_edit: 1 } };
  if (type === "delete") return { message: { mid: target, is_deleted: true } };
  if (type === "unsupported" || type === "contacts" || type === "order")
    return { message: { mid, is_unsupported: true } };
  if (type === "location") {
    const payload = { coordinates: { lat: latitude, long: longitude } };
    return { message: { mid, attachments: [{ type: "location", title: text || "Here", payload }] } };
  }
  if (isMedia(type)) {
    const { url } = await addMedia(account, message.url);
    const word = type === "document" ? "file" : type === "sticker" ? "image" : type;
    const sticker = type === "sticker" && account.platform === "messenger" ? { sticker_id: 2041011389459668 } : {};
    const attachments = [{ type: word, payload: { url, ...sticker } }];
    return { message: { mid, ...(text ? { text } : {}), attachments, ...referral } };
  }
  const reply = target && type !== "button" ? { reply_to: { mid: target } } : {};
  const quick = type === "button" ? { quick_reply: { payload: choice || text } } : {};
  return { message: { mid, text, ...quick, ...reply, ...referral } };
}

async function sendPage(account: SimulatedAccount, message: PhoneMessage, mid: string): Promise<Body> {
  const event = await pageEvent(account, message, mid);
  const about = { sender: { id: message.peer }, recipient: { id: account.id }, timestamp: now().getTime() };
  await queueCallback(account, { ...about, ...event }, 0);
  return event;
}

const usernameOf = (name: string) => (name || "somebody").toLowerCase().replace(/\W+/g, ".");

const silent = new Set(["reaction", "edit", "delete"]);

/** Does something on the customer's phone; the business gets a webhook. Runs in the company's transaction. */
export async function customerSends(account: SimulatedAccount, message: PhoneMessage): Promise<{ id: string }> {
  const id = newMessageId(account, message.peer, "in", await nextNumber(account, "in"));
  const known = await objectOf<{ name: string }>(account, "people", message.peer);
  if (!known || (message.name && known.name !== message.name)) {
    const name = message.name || known?.name || "Simulated customer";
    await putObject(account, "people", message.peer, {
      ...known,
      name,
      username: usernameOf(name),
    });
  }
  const body = await (account.platform === "whatsapp" ? sendWhatsapp : sendPage)(account, message, id);
  if (silent.has(message.type)) {
    // On the phone itself a deleted message is gone too.
    if (message.type === "delete") await markDeleted(account, message.target);
    return { id: message.target };
  }
  await insertReceived(account, { id, peer: message.peer, body, createdAt: now() });
  return { id };
}
