import type { z } from "zod";
import type { MessageType } from "#server/core/words.ts";
import type { Attachment, CommandName, MessageExtra, messageSchema } from "./schema.ts";

/** A row of `messages`, as the database gives it. */
export type MessageRow = {
  companyId: string;
  id: string;
  conversationId: string;
  seq: number;
  fromType: "user" | "robot" | "visitor" | "system";
  sender: string;
  senderName: string;
  senderType: "user" | "robot" | "visitor" | "externalOperator" | "system";
  type: MessageType;
  text: string;
  attachments: Attachment[];
  responseOptions: string[];
  command: { name: CommandName; actorId: string; targetId: string | null; data: Record<string, unknown> } | null;
  status: "queued" | "sent" | "delivered" | "read" | "failed";
  failureReason: string | null;
  clientMessageId: string | null;
  externalId: string | null;
  /** A template message: server/templates hands it to the platform, the channels' outbound leaves it alone. */
  template?: { templateId: string; eventId: string; name: string; language: string } | null;
  edited: boolean;
  /** Absent in a draft: nothing. */
  extra?: MessageExtra;
  createdAt: Date;
};

export type MessageDraft = Omit<MessageRow, "companyId" | "id" | "conversationId" | "seq" | "createdAt">;

/** The Message resource of the API and the screens. */
export function viewMessage(message: MessageRow): z.input<typeof messageSchema> {
  const { extra: given, template, ...rest } = message;
  const made = template ? { template: { name: template.name, language: template.language } } : {};
  const extra = { ...given, ...made };
  const added = Object.keys(extra).length > 0 ? { extra } : {};
  return { ...rest, ...added, user: message.sender, userName: message.senderName };
}
