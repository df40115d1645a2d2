import type { Details, InboundContent, MediaRef } from "../inbound/items.ts";
import { type Loose, listIn, momentIn, objectIn, parseLossless, textIn } from "../inbound/lossless.ts";

export type Said = InboundContent & { choice?: string };

const mediaTypes: Record<string, "image" | "audio" | "video" | "file"> = {
  image: "image",
  sticker: "image",
  audio: "audio",
  video: "video",
  document: "file",
};

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

function placeOf(body: Loose): Said {
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

function answerOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(answerOf).filter(Boolean).join(", ");
  if (typeof value === "boolean") return value ? "✓" : "✗";
  if (typeof value === "object" && value !== null) return JSON.stringify(value);
  return textIn(value);
}

const mostAnswers = 50;

/** The fields of a form (WhatsApp Flow) as it was filled in; its token is of no interest to people. */
function answersOf(json: string): NonNullable<Details["answers"]> {
  let fields: Loose;
  try {
    fields = objectIn(parseLossless(json));
  } catch {
    // What cannot be read is shown as the platform's own words.
    return [];
  }
  return Object.entries(fields)
    .filter(([key]) => key !== "flow_token")
    .slice(0, mostAnswers)
    .map(([key, value]) => ({ label: key.replaceAll("_", " ").slice(0, 200), value: answerOf(value).slice(0, 2000) }));
}

function formOf(reply: Loose): Said {
  const answers = answersOf(textIn(reply.response_json));
  if (answers.length === 0) return { type: "text/plain", text: textIn(reply.body) };
  const text = answers.map(({ label, value }) => `${label}: ${value}`).join("\n");
  return { type: "text/plain", text, details: { answers } };
}

/** Whether the visitor may be called, and until when. */
function permissionOf(reply: Loose): Said {
  const accepted = textIn(reply.response) === "accept";
  const expires = textIn(reply.expiration_timestamp);
  const until =
    accepted && reply.is_permanent !== true && expires ? momentIn(expires, new Date(0)).toISOString() : null;
  const text = accepted ? "Calls are allowed" : "Calls are not allowed";
  const call = { kind: accepted ? ("permission_accepted" as const) : ("permission_declined" as const), until };
  return { type: "unsupported", text, what: "call_permission_reply", details: { call } };
}

function interactiveOf(body: Loose): Said {
  const kind = textIn(body.type);
  const reply = objectIn(body[kind]);
  if (kind === "nfm_reply") return formOf(reply);
  if (kind === "call_permission_reply") return permissionOf(reply);
  const description = textIn(reply.description).slice(0, 500);
  const details = description ? { details: { description } } : {};
  return { type: "text/plain", text: textIn(reply.title), choice: textIn(reply.id), ...details };
}

function readOf(message: Loose): Said | undefined {
  const type = textIn(message.type);
  const body = objectIn(message[type]);
  if (type === "text") return { type: "text/plain", text: textIn(body.body) };
  const media = mediaTypes[type];
  if (media) return { type: media, text: textIn(body.caption), media: [mediaOf(media, body)] };
  if (type === "location") return placeOf(body);
  if (type === "interactive") return interactiveOf(body);
  if (type === "button") {
    return { type: "text/plain", text: textIn(body.text) || textIn(body.payload), choice: textIn(body.payload) };
  }
  if (type === "contacts") return { type: "text/plain", text: cardsOf(listIn(message.contacts)) };
  return type === "order" ? { type: "text/plain", text: orderOf(body) } : undefined;
}

function productOf(message: Loose): Details {
  const product = objectIn(objectIn(message.context).referred_product);
  const productId = textIn(product.product_retailer_id).slice(0, 255);
  return productId ? { product: { catalogId: textIn(product.catalog_id).slice(0, 255), productId } } : {};
}

/** The content of one message; what is unknown or empty, today or tomorrow, is a placeholder with its reason. */
export function contentOf(message: Loose): Said {
  const read = readOf(message);
  const details = { ...read?.details, ...productOf(message) };
  const more = Object.keys(details).length > 0 ? { details } : {};
  if (read && (read.type !== "text/plain" || read.text.trim() !== "")) return { ...read, ...more };
  const error = objectIn(listIn(message.errors)[0]);
  const reason = textIn(objectIn(error.error_data).details) || textIn(error.title);
  return { type: "unsupported", text: reason, what: textIn(message.type) || "unknown", ...more };
}

/** The words an edit leaves: a text, or the caption of a file. Undefined: an edit of a kind that is not known here. */
export function editedText(edit: Loose): string | undefined {
  const message = objectIn(edit.message);
  const type = textIn(message.type);
  const body = objectIn(message[type]);
  if (type === "text") return textIn(body.body) || undefined;
  return mediaTypes[type] && message[type] !== undefined ? textIn(body.caption) : undefined;
}

/** A call of the visitor that ended without having been taken. */
export function isMissedCall(call: Loose): boolean {
  const taken = Number(textIn(call.duration)) > 0;
  return textIn(call.event) === "terminate" && textIn(call.direction) !== "BUSINESS_INITIATED" && !taken;
}

export const missedCall: Said = {
  type: "unsupported",
  text: "Missed call",
  what: "call",
  details: { call: { kind: "missed", until: null } },
};
