import type { z } from "zod";
import type { MessageType } from "#server/core/words.ts";
import { json, row, sql } from "#server/db/sql.ts";
import { withSizes } from "#server/uploads/access.ts";
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

/** Which chatbot serves the channel, and whether it answers. */
export type Served = { chatbotId: string | null; robot: boolean };

const unserved: Served = { chatbotId: null, robot: false };

/**
 * Only for `ConversationChange`, which holds the row lock that orders `seq`. Pictures get their size here,
 * whoever sends them. Answers who serves the channel in this moment, for the events of the messages.
 */
export async function insertMessages(messages: readonly MessageRow[], channelId: string): Promise<Served> {
  if (messages.length === 0) return unserved;
  for (const message of messages) message.attachments = await withSizes(message.companyId, message.attachments);
  const inserted = await row<{ served: Served | null }>(sql`
    insert into messages ("companyId", "id", "conversationId", "seq", "fromType", "sender", "senderName", "senderType",
      "type", "text", "attachments", "responseOptions", "command", "status", "failureReason", "clientMessageId",
      "externalId", "template", "edited", "extra",
      "createdAt")
    select m."companyId", m."id", m."conversationId", m."seq", m."fromType", m."sender", m."senderName", m."senderType",
      m."type", m."text", m."attachments", m."responseOptions", m."command", m."status", m."failureReason",
      m."clientMessageId", m."externalId", m."template", m."edited", coalesce(m."extra", '{}'),
      m."createdAt"
    from jsonb_populate_recordset(null::messages, ${json(messages)}::jsonb) m
    returning (select jsonb_build_object('chatbotId', h."chatbotId",
        'robot', coalesce(b."enabled" and not b."muted", false))
      from channels h left join chatbots b on b."companyId" = h."companyId" and b."id" = h."chatbotId"
      where h."companyId" = ${messages[0]?.companyId} and h."id" = ${channelId}) as "served"`);
  return inserted?.served ?? unserved;
}
