import { invalidField } from "#server/base/errors.ts";
import { capabilitiesOf } from "#server/channels/capabilities.ts";
import type { ConversationRow } from "#server/conversations/row.ts";
import type { Actor } from "#server/core/actor.ts";
import { filledWith, quotedIn } from "#server/messages/content.ts";
import type { Content } from "#server/messages/gate.ts";
import { kindOfType } from "#server/uploads/choices.ts";
import { ownUpload } from "#server/uploads/holding.sql.ts";
import { uploadUrl } from "#server/uploads/storage.ts";
import type { VisitorContent } from "./schema.ts";

/**
 * The message columns of what a visitor wrote. A file must be one this visitor uploaded: no other address gets in.
 * `conversation`: the one it is written in, where there is one already.
 */
export async function contentOfVisitor(
  actor: Actor,
  given: VisitorContent,
  conversation?: ConversationRow,
): Promise<Content> {
  const quoted = given.replyToId ? { quoted: await quotedBy(conversation, given.replyToId) } : undefined;
  const shared = { responseOptions: [], clientMessageId: given.clientMessageId ?? null };
  if (given.type === "text/plain") {
    return { ...shared, type: "text/plain", text: given.body, attachments: [], ...(quoted ? { extra: quoted } : {}) };
  }
  const upload = await ownUpload(actor, given.uploadId);
  if (!upload) throw invalidField("message.uploadId", "No such file, or its time is over.", "unknown_reference");
  const type = kindOfType(upload.contentType);
  if (given.type === "image" && type !== "image")
    throw invalidField("message.uploadId", "This is no image.", "mismatch");
  const url = uploadUrl(upload.key);
  if (type === "image") {
    const attachment = { title: "", text: given.caption, image_url: url };
    const more = quoted ? { extra: quoted } : {};
    return { ...shared, type, text: given.caption, attachments: [attachment], ...more };
  }
  const able = capabilitiesOf(conversation?.channel ?? "WEB");
  const voice = given.type === "file" && given.voice;
  const { extra, ...file } = filledWith(able, type, { uploadId: upload.id, caption: given.caption, voice }, upload);
  return { ...shared, type, ...file, extra: { ...extra, ...quoted } };
}

const unknownQuote = () => invalidField("message.replyToId", "No such message here.", "unknown_reference");

/** Only what the visitor sees can be answered. */
async function quotedBy(conversation: ConversationRow | undefined, id: string) {
  if (!conversation) throw unknownQuote();
  return quotedIn(conversation, id);
}
