import type { Connection } from "../connection/connecting.ts";
import {
  type Accepted,
  fileIn,
  type Outgoing,
  type OutgoingPart,
  type Recipient,
  type SendOptions,
} from "../connector.ts";
import { GraphError, graphRequest } from "../graph/graph.ts";
import { listIn, objectIn, textIn } from "../inbound/lossless.ts";
import { addressed } from "../outbound/addressing.ts";
import { choiceId, numbered, reachesOf, shorten, splitText } from "../outbound/texts.ts";
import { whatsappCapabilities as able, interactiveBody } from "./capabilities.ts";

const pointer = "👇";
/** The button that opens a list, at most 20 characters. */
const openList: Record<string, string> = { en: "Options", es: "Opciones", pt: "Opções" };

function text(body: string): OutgoingPart {
  return { body: { type: "text", text: { body, preview_url: /https?:\/\//.test(body) } } };
}

function image(link: string, caption: string): OutgoingPart {
  return { body: { type: "image", image: { link, ...(caption ? { caption } : {}) } } };
}

function unique(options: readonly string[], most: number): boolean {
  return new Set(options.map((option) => shorten(option, most))).size === options.length;
}

function buttons(message: Outgoing, body: string, header?: Record<string, unknown>): OutgoingPart {
  const all = message.responseOptions.map((title, index) => ({
    type: "reply",
    reply: { id: choiceId(message.id, index), title },
  }));
  return {
    body: {
      type: "interactive",
      interactive: { type: "button", ...(header ? { header } : {}), body: { text: body }, action: { buttons: all } },
    },
  };
}

function list(message: Outgoing, body: string): OutgoingPart {
  const rows = message.responseOptions.map((option, index) => {
    const title = shorten(option, able.list?.title ?? 24);
    return { id: choiceId(message.id, index), title, ...(title === option ? {} : { description: option }) };
  });
  const action = { button: openList[message.language ?? "en"] ?? "Options", sections: [{ rows }] };
  return { body: { type: "interactive", interactive: { type: "list", body: { text: body }, action } } };
}

const length = (one: string) => [...one].length;

/** One to three short options are buttons, up to ten a list, all others numbered text (channels.md 2.1). */
function shapeOf(options: readonly string[], body: string): "buttons" | "list" | "numbered" {
  if (length(body) > interactiveBody) return "numbered";
  const longest = Math.max(...options.map(length));
  if (options.length <= able.buttons.most && longest <= able.buttons.title && unique(options, 20)) return "buttons";
  const { most, title, description } = able.list ?? { most: 0, title: 0, description: 0 };
  return options.length <= most && longest <= description && unique(options, title) ? "list" : "numbered";
}

function withOptions(message: Outgoing, body: string, picture?: string): OutgoingPart[] {
  const shape = shapeOf(message.responseOptions, body);
  const shown = body.trim() === "" ? pointer : body;
  if (shape === "buttons")
    return [buttons(message, shown, picture ? { type: "image", image: { link: picture } } : undefined)];
  const before = picture ? [image(picture, "")] : [];
  if (shape === "list") return [...before, list(message, shown)];
  const pieces = splitText(numbered(body, message.responseOptions), able.text).map(text);
  const last = pieces.length - 1;
  return [
    ...before,
    ...pieces.map((part, index) => (index === last ? { ...part, marks: { numbered: true as const } } : part)),
  ];
}

const mediaWords = { video: "video", audio: "audio", file: "document" } as const;
const isMedia = (type: string): type is keyof typeof mediaWords => Object.hasOwn(mediaWords, type);

/** A sound has no caption, and a document a name; words that do not fit follow as a text. */
function withFile(message: Outgoing, type: keyof typeof mediaWords): OutgoingPart[] {
  const link = message.attachments[0]?.image_url ?? "";
  const { name, voice } = fileIn(message) ?? {};
  const options = message.responseOptions.length > 0;
  const under = type !== "audio" && !options && message.text !== "" && length(message.text) <= able.caption;
  const word = mediaWords[type];
  const body = {
    link,
    ...(under ? { caption: message.text } : {}),
    ...(type === "file" && name ? { filename: name } : {}),
    ...(type === "audio" && voice ? { voice: true } : {}),
  };
  const media = { body: { type: word, [word]: body } };
  if (options) return [media, ...withOptions(message, message.text)];
  return under || message.text === "" ? [media] : [media, ...splitText(message.text, able.text).map(text)];
}

/** What the message answers goes with its first request. */
function quoting([first, ...others]: OutgoingPart[], message: Outgoing): OutgoingPart[] {
  const id = message.extra.quoted?.externalId;
  if (!first || !id) return first ? [first, ...others] : others;
  return [{ ...first, body: { ...first.body, context: { message_id: id } } }, ...others];
}

/** How far the message has got with each of several requests: its file leaves first. */
function reaching(parts: OutgoingPart[], { text, attachments, responseOptions }: Outgoing): OutgoingPart[] {
  if (parts.length < 2) return parts;
  const pieces = parts.map(({ body }) => textIn(objectIn(body.text).body));
  const reaches = reachesOf(numbered(text, responseOptions), pieces);
  const last = parts.length - 1;
  return parts.map((part, index) => {
    // Buttons and lists have their words elsewhere, and are last.
    const characters = index === last ? length(text) : Math.min(reaches[index] ?? 0, length(text));
    return { ...part, arrived: { files: attachments.length, characters } };
  });
}

/** A message of the team as requests of the Cloud API, without their recipient. */
export const renderWhatsapp = (message: Outgoing): OutgoingPart[] =>
  reaching(quoting(requestsOf(message), message), message);

function requestsOf(message: Outgoing): OutgoingPart[] {
  if (isMedia(message.type) && message.attachments.length > 0) return withFile(message, message.type);
  const [picture] = message.attachments;
  const options = message.responseOptions.length > 0;
  if (message.type === "image" && picture) {
    if (options) return withOptions(message, message.text, picture.image_url);
    const fits = length(message.text) <= able.caption;
    return fits
      ? [image(picture.image_url, message.text)]
      : [image(picture.image_url, ""), ...splitText(message.text, able.text).map(text)];
  }
  if (options) return withOptions(message, message.text);
  return splitText(message.text, able.text).map(text);
}

/** POST /{phone}/messages; 200 means accepted. */
export async function sendWhatsapp(
  connection: Connection,
  to: Recipient,
  part: OutgoingPart,
  options: SendOptions,
): Promise<Accepted> {
  const { credentials } = connection;
  if (credentials.platform !== "whatsapp") throw new Error("not a WhatsApp connection");
  const answer = await graphRequest(connection, {
    method: "POST",
    path: `/${credentials.phoneNumberId}/messages`,
    body: {
      messaging_product: "whatsapp",
      recipient_type: "individual",
      ...addressed(to.phone || (to.userId ?? "")),
      ...part.body,
      biz_opaque_callback_data: options.callbackData,
    },
  });
  const externalId = textIn(objectIn(listIn(answer.messages)[0]).id);
  if (!externalId)
    throw new GraphError({ code: -1, action: "unknown", message: "The platform's answer names no message." });
  const contact = objectIn(listIn(answer.contacts)[0]);
  const [phone, userId] = [textIn(contact.wa_id), textIn(contact.user_id)];
  return { externalId, ...(phone ? { phone } : {}), ...(userId ? { userId } : {}) };
}

/** A reaction is a message of its own; without an emoji it takes the earlier one away. */
export async function reactWhatsapp(
  connection: Connection,
  to: Recipient,
  externalId: string,
  emoji: string,
): Promise<void> {
  const { credentials } = connection;
  if (credentials.platform !== "whatsapp") return;
  await graphRequest(connection, {
    method: "POST",
    path: `/${credentials.phoneNumberId}/messages`,
    body: {
      messaging_product: "whatsapp",
      recipient_type: "individual",
      ...addressed(to.phone || (to.userId ?? "")),
      type: "reaction",
      reaction: { message_id: externalId, emoji },
    },
  });
}

/** Typing is shown only together with the read mark, for 25 s or until the answer. */
export async function markReadWhatsapp(connection: Connection, externalId: string, typing: boolean): Promise<void> {
  const { credentials } = connection;
  if (credentials.platform !== "whatsapp") return;
  await graphRequest(connection, {
    method: "POST",
    path: `/${credentials.phoneNumberId}/messages`,
    body: {
      messaging_product: "whatsapp",
      status: "read",
      message_id: externalId,
      ...(typing ? { typing_indicator: { type: "text" } } : {}),
    },
  });
}
