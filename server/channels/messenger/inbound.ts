import type { InboundItem, Person, Referral } from "../inbound/items.ts";
import { type Loose, listIn, momentIn, objectIn, textIn } from "../inbound/lossless.ts";
import { contentOf } from "./content.ts";

type About = { routingId: string; at: Date };

const person = (id: unknown): Person => ({ phone: "", userId: textIn(id) || null, name: "", username: "" });

function referralOf(value: unknown): Referral | undefined {
  const referral = objectIn(value);
  const source = textIn(referral.source);
  if (!source && !textIn(referral.ref)) return undefined;
  const ad = source === "ADS" || textIn(referral.ad_id) !== "";
  return {
    source: ad ? "facebook-ads" : source.toLowerCase() || "link",
    sourceUrl: "",
    sourceId: textIn(referral.ad_id) || textIn(referral.ref),
    headline: textIn(objectIn(referral.ads_context_data).ad_title),
    body: "",
    image: textIn(objectIn(referral.ads_context_data).photo_url),
    clickId: textIn(referral.ref),
    ad,
  };
}

function messageItem(event: Loose, about: About): InboundItem {
  const message = objectIn(event.message);
  const externalId = textIn(message.mid);
  // What the business itself takes back is an echo too.
  if (message.is_deleted === true) return { ...about, kind: "deletion", target: externalId };
  if (message.is_echo === true) {
    const to = person(objectIn(event.recipient).id);
    const marks = { metadata: textIn(message.metadata), appId: textIn(message.app_id) };
    return { ...about, kind: "echo", externalId, to, content: contentOf(message), ...marks };
  }
  const quick = textIn(objectIn(message.quick_reply).payload);
  const quoted = textIn(objectIn(message.reply_to).mid);
  const referral = referralOf(message.referral);
  return {
    ...about,
    kind: "message",
    externalId,
    from: person(objectIn(event.sender).id),
    content: contentOf(message),
    ...(quoted ? { quoted } : {}),
    ...(quick ? { choice: quick } : {}),
    ...(referral ? { referral } : {}),
  };
}

/** A tapped button or "Get started" counts as text like any other. */
function postbackItem(event: Loose, about: About): InboundItem {
  const postback = objectIn(event.postback);
  const referral = referralOf(postback.referral);
  const payload = textIn(postback.payload);
  const from = person(objectIn(event.sender).id);
  const stamp = textIn(event.timestamp);
  return {
    ...about,
    kind: "message",
    externalId: textIn(postback.mid) || `postback:${from.userId}:${stamp}:${payload}`.slice(0, 1024),
    from,
    content: { type: "text/plain", text: textIn(postback.title) || payload },
    ...(payload ? { choice: payload } : {}),
    ...(referral ? { referral } : {}),
  };
}

function readItems(event: Loose, about: About, who: Person): InboundItem[] {
  const read = objectIn(event.read);
  const mid = textIn(read.mid);
  // Instagram names the last message that was read.
  if (mid) return [{ ...about, kind: "status", externalId: mid, status: "read", callbackData: "", through: true }];
  return [{ ...about, kind: "watermark", person: who, status: "read", upTo: momentIn(read.watermark, about.at) }];
}

function deliveryItems(event: Loose, about: About, who: Person): InboundItem[] {
  const delivery = objectIn(event.delivery);
  const named = listIn(delivery.mids).map((mid): InboundItem => {
    return { ...about, kind: "status", externalId: textIn(mid), status: "delivered", callbackData: "" };
  });
  const upTo = momentIn(delivery.watermark, about.at);
  return [...named, { ...about, kind: "watermark", person: who, status: "delivered", upTo }];
}

function eventItems(event: Loose, entry: { id: string; at: Date }): InboundItem[] {
  const about = { routingId: entry.id, at: momentIn(event.timestamp, entry.at) };
  const who = person(objectIn(event.sender).id);
  if (event.message) return [messageItem(event, about)];
  if (event.postback) return [postbackItem(event, about)];
  if (event.delivery) return deliveryItems(event, about, who);
  if (event.read) return readItems(event, about, who);
  if (event.reaction) {
    const reaction = objectIn(event.reaction);
    const emoji = textIn(reaction.action) === "unreact" ? "" : textIn(reaction.emoji) || "❤️";
    return [{ ...about, kind: "reaction", target: textIn(reaction.mid), emoji, from: who }];
  }
  if (event.message_edit) {
    const edit = objectIn(event.message_edit);
    return [{ ...about, kind: "edit", target: textIn(edit.mid), text: textIn(edit.text) }];
  }
  if (event.optin) return [{ ...about, kind: "preference", from: who, what: "opted_in" }];
  const referral = referralOf(event.referral);
  if (referral) return [{ ...about, kind: "referral", from: who, referral }];
  const known = ["policy_enforcement", "pass_thread_control", "take_thread_control"].find((key) => event[key]);
  if (known) return [{ ...about, kind: "platform", field: known, value: objectIn(event[known]) }];
  return [{ ...about, kind: "ignored", why: Object.keys(event).join(", ") }];
}

/** All of a page's or an Instagram account's payload. Events under `standby` belong to another app. */
export function parsePage(payload: unknown, receivedAt: Date): InboundItem[] {
  return listIn(objectIn(payload).entry).flatMap((raw) => {
    const entry = objectIn(raw);
    const about = { id: textIn(entry.id), at: momentIn(entry.time, receivedAt) };
    const ignored = (why: string): InboundItem => ({ routingId: about.id, at: about.at, kind: "ignored", why });
    const events = listIn(entry.messaging).flatMap((event) => eventItems(objectIn(event), about));
    const standby = listIn(entry.standby).map(() => ignored("standby"));
    const changes = listIn(entry.changes).map((change) => ignored(`change: ${textIn(objectIn(change).field)}`));
    return [...events, ...standby, ...changes];
  });
}
