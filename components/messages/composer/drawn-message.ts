import type { Reply } from "#components/live/outbox.ts";
import type { Message } from "#server/messages/schema.ts";

/** What a draft looks like in the thread before it is a message. */
export function drawnMessage(draft: Reply, user: { id: string; name: string }, createdAt: string) {
  const { message: picture } = draft;
  const text = picture ? (picture.caption ?? "") : (draft.body ?? "");
  const { url = "", fileName = "", voice } = picture ?? {};
  const attachments: Message["attachments"] = picture ? [{ title: fileName, text, image_url: url }] : [];
  const quoted = draft.replyToId ? { quoted: { messageId: draft.replyToId, externalId: "" } } : {};
  const sound =
    draft.type === "audio"
      ? { files: [{ name: fileName, contentType: "audio/*", size: 0, url, ...(voice ? { voice } : {}) }] }
      : {};
  const type = draft.type ?? ("text/plain" as const);
  return { user: user.id, userName: user.name, type, text, attachments, extra: { ...quoted, ...sound }, createdAt };
}
