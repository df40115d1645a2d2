import type { z } from "zod";
import type { Message } from "#server/db/generated/client.ts";
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

/** The Message resource of the API and the screens. */
export function viewMessage(message: MessageRow): z.input<typeof messageSchema> {
  const { extra: given, template, editedAt: _when, ...rest } = message;
  const made = template ? { template: { name: template.name, language: template.language } } : {};
  const extra = { ...given, ...made };
  const added = Object.keys(extra).length > 0 ? { extra } : {};
  return { ...rest, ...added, user: message.sender, userName: message.senderName };
}
