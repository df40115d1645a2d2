import type { InboundContent, InboundItem, PastMessage, Person } from "../inbound/items.ts";
import { type Loose, listIn, momentIn, objectIn, textIn } from "../inbound/lossless.ts";
import { numberIn } from "../outbound/addressing.ts";
import { contentOf } from "./content.ts";
import { addressIn } from "./people.ts";

type Where = { routingId: string; receivedAt: Date };

const noPerson: Person = { phone: "", userId: null, name: "", username: "" };
const statuses: Record<string, PastMessage["status"]> = {
  DELIVERED: "delivered",
  READ: "read",
  PLAYED: "read",
  ERROR: "failed",
};

/** Of a file only a stand-in comes at first; the file itself comes later, for the last two weeks. */
function said(raw: Loose): InboundContent {
  if (textIn(raw.type) === "media_placeholder") return { type: "file", text: "", media: [] };
  const { choice: _choice, ...content } = contentOf(raw);
  return content;
}

/** Old edits, reactions and the like belong to messages that already arrive in their final form. */
const noMessages: ReadonlySet<string> = new Set(["reaction", "edit", "revoke", "system"]);

function pastMessage(raw: Loose, person: Person, out: boolean, receivedAt: Date): PastMessage[] {
  const externalId = textIn(raw.id);
  const nobody = !person.phone && !person.userId;
  if (!externalId || nobody || textIn(raw.group_id) || noMessages.has(textIn(raw.type))) return [];
  const context = objectIn(raw.context);
  const quoted = textIn(context.id);
  const status = out ? (statuses[textIn(objectIn(raw.history_context).status).toUpperCase()] ?? "sent") : "sent";
  const shared = { externalId, at: momentIn(raw.timestamp, receivedAt), out, status, person, content: said(raw) };
  const forwarded = context.forwarded === true || context.frequently_forwarded === true;
  return [{ ...shared, ...(quoted ? { quoted } : {}), ...(forwarded ? { forwarded } : {}) }];
}

/** A thread is named by its person; whatever is not from them is from the business. */
function threadMessages(rawThread: unknown, receivedAt: Date): PastMessage[] {
  const thread = objectIn(rawThread);
  const about = objectIn(thread.context);
  const username = textIn(about.username).replace(/^@/, "");
  const person = { ...noPerson, ...addressIn(thread.id, about.user_id), username };
  return listIn(thread.messages).flatMap((rawMessage) => {
    const raw = objectIn(rawMessage);
    const by = addressIn(raw.from, raw.from_user_id);
    const theirs = person.phone !== "" ? by.phone === person.phone : by.userId === person.userId;
    const out = objectIn(raw.history_context).from_me === true || !theirs;
    return pastMessage(raw, person, out, receivedAt);
  });
}

/** A file that arrives after its stand-in names no thread: the person is whichever side is not the business. */
function looseMessage(raw: Loose, business: string, receivedAt: Date): PastMessage[] {
  const out = textIn(raw.to) !== "" || numberIn(textIn(raw.from)) === business;
  const address = out ? addressIn(raw.to, raw.to_user_id) : addressIn(raw.from, raw.from_user_id);
  return pastMessage(raw, { ...noPerson, ...address }, out, receivedAt);
}

/** What a number's phone app shares of its past (coexistence): threads in parts, files, or that it does not share. */
export function historyItems(value: Loose, { routingId, receivedAt }: Where): InboundItem[] {
  const about = { routingId, at: receivedAt, kind: "history" } as const;
  const business = numberIn(textIn(objectIn(value.metadata).display_phone_number));
  const parts = listIn(value.history).map((rawPart): InboundItem => {
    const part = objectIn(rawPart);
    const error = objectIn(listIn(part.errors)[0]);
    const reason = textIn(objectIn(error.error_data).details) || textIn(error.message) || textIn(error.title);
    const refusal = listIn(part.errors).length > 0 ? { code: Number(textIn(error.code)) || 0, reason } : null;
    const said = textIn(objectIn(part.metadata).progress);
    const progress = said === "" ? Number.NaN : Number(said);
    return {
      ...about,
      progress: Number.isFinite(progress) ? Math.min(100, Math.max(0, progress)) : null,
      refusal: refusal && { ...refusal, reason: refusal.reason.slice(0, 1000) },
      messages: listIn(part.threads).flatMap((thread) => threadMessages(thread, receivedAt)),
    };
  });
  const loose = listIn(value.messages).flatMap((raw) => looseMessage(objectIn(raw), business, receivedAt));
  return loose.length > 0 ? [...parts, { ...about, progress: null, refusal: null, messages: loose }] : parts;
}

/** The phone's address book: who was added or renamed. Who was taken out of it stays with us. */
export function contactItems(value: Loose, { routingId, receivedAt }: Where): InboundItem[] {
  const contacts = listIn(value.state_sync).flatMap((rawSync) => {
    const sync = objectIn(rawSync);
    const contact = objectIn(sync.contact);
    const phone = numberIn(textIn(contact.phone_number));
    if (textIn(sync.type) !== "contact" || textIn(sync.action) === "remove" || !phone) return [];
    const name = (textIn(contact.full_name) || textIn(contact.first_name)).trim().slice(0, 255);
    return [{ phone, name, at: momentIn(objectIn(sync.metadata).timestamp, receivedAt) }];
  });
  if (contacts.length === 0) return [{ routingId, at: receivedAt, kind: "ignored", why: "contacts: none" }];
  return [{ routingId, at: receivedAt, kind: "contacts", contacts }];
}
