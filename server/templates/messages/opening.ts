import type { OutgoingPart } from "#server/channels/connector.ts";
import { ConversationChange } from "#server/conversations/change.ts";
import { reachConversation } from "#server/conversations/opening/reaching.sql.ts";
import type { ConversationRow } from "#server/conversations/row.ts";
import type { CommandContext } from "#server/core/operation.ts";
import { type Sender, type TemplateDraft, writeTemplate } from "#server/messages/gate.ts";
import type { MessageExtra } from "#server/messages/schema.ts";
import { attachUploads, copiesFor, makeCopies } from "#server/uploads/attaching.ts";
import { plainName } from "#server/uploads/choices.ts";
import { presentUrl, uploadUrl } from "#server/uploads/storage.ts";
import type { TemplateRow } from "../access.ts";
import { headerMedia, sendPayload } from "../filling.ts";
import { partOf, readable, shownButtons } from "../rules.ts";
import { linkMessage } from "./messages.sql.ts";
import type { TemplateMessageRow } from "./template-messages.ts";

type Context = Pick<CommandContext<unknown>, "actor" | "now" | "emit">;

/** Sends by the API and by campaigns are not written by a person, so they leave the bot on. */
export function automaticSender({ actor }: Pick<Context, "actor">): Sender {
  return { fromType: "robot", type: "robot", id: actor.userId ?? actor.id, name: actor.name };
}

type Opening = {
  /** Without it, it is sent automatically. */
  sender?: Sender;
  /** Where it goes, its row locked; without it, the conversation of its recipient, a new one if need be. */
  conversation?: ConversationRow | undefined;
  /** What the message has besides the template: the sender's own id of it, and more. */
  message?: Pick<TemplateDraft, "clientMessageId" | "extra">;
};

type Shown = Pick<TemplateDraft, "attachments"> & Pick<MessageExtra, "files">;

/** The file in the header as it stands in the thread. What it holds is not known where it lies elsewhere. */
function shownFile(format: string | undefined, url: string, fileName = ""): Shown {
  if (url === "") return { attachments: [] };
  if (format === "IMAGE") return { attachments: [{ title: "", text: "", image_url: url }] };
  const contentType = format === "VIDEO" ? "video/mp4" : "application/octet-stream";
  const name = plainName(fileName || (url.split(/[?#]/)[0]?.split("/").at(-1) ?? "")) || "file";
  return {
    attachments: [{ title: name, text: contentType, image_url: url }],
    files: [{ name, contentType, size: 0, url }],
  };
}

/** Opens or reopens the conversation and stores the text of a template message that has none yet. */
export async function openMessage(
  context: Context,
  template: TemplateRow,
  templateMessage: TemplateMessageRow,
  opening: Opening = {},
): Promise<TemplateMessageRow> {
  if (templateMessage.messageId) return templateMessage;
  const { channelId, contactId, name, destination: phone } = templateMessage;
  const conversation =
    opening.conversation ?? (await reachConversation(context, { channelId, contactId, name, phone }));
  const change = new ConversationChange(context, conversation);
  const { text, replies } = readable(template.components, templateMessage.variables);
  const media = headerMedia(template.components, templateMessage.media);
  // A campaign's file belongs to none of its conversations.
  const own = media && !templateMessage.campaignId ? [media.link] : [];
  const copies = await copiesFor(conversation, own);
  const copy = media ? copies.get(presentUrl(media.link)) : undefined;
  const url = copy ? uploadUrl(copy.key) : (media?.link ?? "");
  const { attachments, ...more } = shownFile(partOf(template.components, "HEADER")?.format, url, media?.filename);
  const about = { templateId: String(template.number), eventId: String(templateMessage.number) };
  const draft = { name: template.elementName, language: template.language, ...about };
  const buttons = shownButtons(template.components, templateMessage.variables);
  const added = { ...more, ...(buttons.length > 0 ? { buttons } : {}) };
  const extra = { ...opening.message?.extra, ...added };
  const said = {
    text,
    replies,
    attachments,
    template: draft,
    ...opening.message,
    ...(Object.keys(added).length > 0 ? { extra } : {}),
  };
  const message = writeTemplate(change, opening.sender ?? automaticSender(context), said);
  await change.commit();
  await makeCopies(context.actor, copies, change.now);
  if (own.length > 0) await attachUploads(conversation, [url]);
  await linkMessage(templateMessage, conversation.id, message.id);
  return { ...templateMessage, conversationId: conversation.id, messageId: message.id };
}

/** What leaves for the platform (channels.md 2.1). */
export function requestOf(template: TemplateRow, templateMessage: TemplateMessageRow): OutgoingPart {
  const payload = sendPayload(
    template,
    templateMessage.variables,
    headerMedia(template.components, templateMessage.media),
  );
  return { body: { type: "template", template: payload } };
}
