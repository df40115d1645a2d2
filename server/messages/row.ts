import type { z } from "zod";
import type { Message } from "#server/db/generated/client.ts";
import { presentUrl } from "#server/uploads/storage.ts";
import type { CommandName, messageSchema } from "./schema.ts";

/** What a command tells beside its text. */
export type StoredCommand = {
  name: CommandName;
  actorId: string;
  targetId: string | null;
  data: Record<string, unknown>;
};

/** Which template message it carries. */
export type StoredTemplate = { templateId: string; eventId: string; name: string; language: string };

type Optional = "template" | "extra" | "editedAt";

/** A row of `messages`; what is absent in a draft is nothing. */
export type MessageRow = Omit<Message, Optional> & Partial<Pick<Message, Optional>>;

export type MessageDraft = Omit<MessageRow, "companyId" | "id" | "conversationId" | "seq" | "createdAt">;

/** The same with other addresses of its files. */
export function withUrls<Said extends Pick<MessageRow, "attachments" | "extra">>(
  said: Said,
  at: (url: string) => string,
): Said {
  if (said.attachments.length === 0) return said;
  const attachments = said.attachments.map((one) => ({ ...one, image_url: at(one.image_url) }));
  const files = said.extra?.files?.map((file) => ({ ...file, url: at(file.url) }));
  return { ...said, attachments, ...(files ? { extra: { ...said.extra, files } } : {}) };
}

/** The Message resource of the API and the screens. */
export function viewMessage(message: MessageRow): z.input<typeof messageSchema> {
  const { extra: given, template, editedAt: _when, ...rest } = withUrls(message, presentUrl);
  const made = template ? { template: { name: template.name, language: template.language } } : {};
  const extra = { ...given, ...made };
  const added = Object.keys(extra).length > 0 ? { extra } : {};
  return { ...rest, ...added, user: message.sender, userName: message.senderName };
}
