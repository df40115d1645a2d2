import { truncate } from "#server/base/truncate.ts";
import type { Details, InboundContent, MediaRef } from "../inbound/items.ts";
import { type Loose, listIn, objectIn, textIn } from "../inbound/lossless.ts";

type About = NonNullable<Details["about"]>;

const fileTypes: Record<string, "image" | "audio" | "video" | "file"> = {
  image: "image",
  audio: "audio",
  video: "video",
  file: "file",
};

/** The platform's names for what visitors share. Unknown kinds become a placeholder with their text and link. */
const shared: Record<string, About["kind"]> = {
  story_mention: "story_mention",
  ig_story: "story",
  share: "share",
  post: "post",
  ig_post: "post",
  reel: "reel",
  ig_reel: "reel",
};

/** The thumbs-up sticker, which comes as a picture. */
const thumb = "369239263222822";

const media = (type: MediaRef["type"], url: string): MediaRef => {
  return { id: "", url, mimeType: "", sha256: "", fileName: "", type };
};

/** Facebook wraps every link in an address of its own. */
function straight(url: string): string {
  const address = URL.canParse(url) ? new URL(url) : undefined;
  const target = address && /^lm?\.facebook\.com$/.test(address.hostname) ? address.searchParams.get("u") : null;
  return target && URL.canParse(target) ? target : url;
}

function linkOf(attachment: Loose): { title: string; url: string } {
  const payload = objectIn(attachment.payload);
  const title = textIn(attachment.title) || textIn(payload.title);
  return { title: truncate(title, 500), url: truncate(straight(textIn(attachment.url) || textIn(payload.url)), 2048) };
}

type Read = { media: MediaRef[]; words: string[]; details: Details };

function productOf(attachment: Loose): Read | undefined {
  const element = objectIn(listIn(objectIn(objectIn(attachment.payload).product).elements)[0]);
  const productId = textIn(element.retailer_id) || textIn(element.id);
  if (!productId) return undefined;
  const title = truncate([textIn(element.title), textIn(element.subtitle)].filter(Boolean).join(", "), 500);
  const image = textIn(element.image_url);
  return {
    media: image ? [media("any", image)] : [],
    words: [],
    details: { about: { kind: "product", title, url: "" }, product: { catalogId: "", productId } },
  };
}

/** One attachment; undefined where nothing in it is known. */
function read(attachment: Loose): Read | undefined {
  const type = textIn(attachment.type);
  const { title, url } = linkOf(attachment);
  const file = fileTypes[type];
  if (textIn(objectIn(attachment.payload).sticker_id) === thumb) return { media: [], words: ["👍"], details: {} };
  if (file) return url ? { media: [media(file, url)], words: [], details: {} } : undefined;
  if (type === "like_heart") return { media: [], words: ["❤️"], details: {} };
  if (type === "template") return productOf(attachment);
  if (type === "fallback") {
    return title || url ? { media: [], words: [], details: { about: { kind: "link", title, url } } } : undefined;
  }
  const kind = shared[type];
  if (!kind || !url) return undefined;
  return { media: [media("any", url)], words: [], details: { about: { kind, title, url } } };
}

function placeOf(attachment: Loose, text: string): InboundContent {
  const coordinates = objectIn(objectIn(attachment.payload).coordinates);
  const latitude = Number(textIn(coordinates.lat));
  const longitude = Number(textIn(coordinates.long));
  const name = textIn(attachment.title);
  return {
    type: "location",
    text: text || name || `${latitude}, ${longitude}`,
    place: { latitude, longitude, name, address: "" },
  };
}

/** What an answer to a story is about: its picture goes with the words. */
function storyOf(message: Loose): Read | undefined {
  const { url: given, id } = objectIn(objectIn(message.reply_to).story);
  const url = textIn(given);
  if (!url && !textIn(id)) return undefined;
  return {
    media: url ? [media("any", url)] : [],
    words: [],
    details: { about: { kind: "story_reply", title: "", url } },
  };
}

function unknownOf(attachments: readonly Loose[], text: string): InboundContent {
  const [first = {}] = attachments;
  const { title, url } = linkOf(first);
  const what = attachments.length > 0 ? textIn(first.type) || "unknown" : "empty";
  return { type: "unsupported", text: [text, title, url].filter(Boolean).join("\n"), what };
}

/** A product asked about by a link of a shop (Instagram). */
function askedOf(message: Loose): Details {
  const productId = textIn(objectIn(objectIn(message.referral).product).id);
  return productId ? { product: { catalogId: "", productId } } : {};
}

/**
 * A message of a page's or an Instagram account's visitor: its words are words whatever hangs on them, and every
 * attachment is kept, in order.
 */
export function contentOf(message: Loose): InboundContent {
  const text = textIn(message.text);
  const attachments = listIn(message.attachments).map(objectIn);
  if (message.is_unsupported === true) return { type: "unsupported", text, what: "unsupported" };
  const place = attachments.find((one) => textIn(one.type) === "location");
  if (place) return placeOf(place, text);
  const story = storyOf(message);
  const parts = [...(story ? [story] : []), ...attachments.flatMap((one) => read(one) ?? [])];
  const files = parts.flatMap((part) => part.media);
  const given: Details = Object.assign(askedOf(message), ...parts.map((part) => part.details).toReversed());
  const details = Object.keys(given).length > 0 ? { details: given } : {};
  const words = text || parts.flatMap((part) => part.words).join(" ");
  const own = files.find(({ type }) => type !== "any");
  if (own && own.type !== "any") return { type: own.type, text: words, media: files, ...details };
  if (words) return { type: "text/plain", text: words, ...(files.length > 0 ? { media: files } : {}), ...details };
  if (files.length > 0) return { type: "image", text: "", media: files, ...details };
  const { about } = given;
  const said = about && about.kind !== "story_reply" ? [about.title, about.url].filter(Boolean).join("\n") : "";
  return said ? { type: "text/plain", text: said, ...details } : { ...unknownOf(attachments, text), ...details };
}
