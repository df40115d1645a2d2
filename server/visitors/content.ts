import { invalidField } from "#server/base/errors.ts";
import type { Actor } from "#server/core/actor.ts";
import type { Content } from "#server/messages/gate.ts";
import { ownUpload } from "#server/uploads/holding.sql.ts";
import { uploadUrl } from "#server/uploads/storage.ts";
import type { VisitorContent } from "./schema.ts";

/** The message columns of what a visitor wrote. An image must be one this visitor uploaded: no other address gets in. */
export async function contentOfVisitor(actor: Actor, given: VisitorContent): Promise<Content> {
  const shared = { responseOptions: [], clientMessageId: given.clientMessageId ?? null };
  if (given.type === "text/plain") return { ...shared, type: "text/plain", text: given.body, attachments: [] };
  const upload = await ownUpload(actor, given.uploadId);
  if (!upload) throw invalidField("message.uploadId", "No such image.", "unknown_reference");
  const attachment = { title: "", text: given.caption, image_url: uploadUrl(upload.key) };
  return { ...shared, type: "image", text: given.caption, attachments: [attachment] };
}
