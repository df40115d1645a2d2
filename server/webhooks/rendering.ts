import type pg from "pg";
import type { ConversationRow } from "#server/conversations/row.ts";
import { eventChannel } from "#server/conversations/viewing.ts";
import type { MessageRow } from "#server/messages/row.ts";

/** An event as the queue is filled from it. */
export type SourceEvent = {
  companyId: string;
  id: string;
  /** Its place among the company's events. */
  seq: number;
  position: number;
  type: string;
  channelId: string | null;
  conversationId: string | null;
  contactId: string | null;
  messageId: string | null;
  data: Record<string, unknown>;
  createdAt: Date;
};

type Said = {
  companyId: string;
  message: Pick<MessageRow, "id" | "type" | "text" | "sender" | "senderName" | "senderType"> & { createdAt: string };
  conversation: Pick<
    ConversationRow,
    | "id"
    | "channelId"
    | "channel"
    | "status"
    | "chatbotState"
    | "contactId"
    | "visitorName"
    | "visitorEmail"
    | "visitorPhone"
  >;
  chatbotId: string | null;
  robot: boolean;
};

/** Messages by key, with the conversation they stand in and whether a robot serves its channel. */
const saidOf = {
  name: "webhook_messages",
  text: `
    select m."companyId", ch."chatbotId", coalesce(b."enabled" and not b."muted", false) as "robot",
      jsonb_build_object('id', m."id", 'type', m."type", 'text', m."text", 'sender', m."sender",
        'senderName', m."senderName", 'senderType', m."senderType", 'createdAt', m."createdAt") as "message",
      jsonb_build_object('id', c."id", 'channelId', c."channelId", 'channel', c."channel", 'status', c."status",
        'chatbotState', c."chatbotState", 'contactId', c."contactId", 'visitorName', c."visitorName",
        'visitorEmail', c."visitorEmail", 'visitorPhone', c."visitorPhone") as "conversation"
    from unnest($1::uuid[], $2::uuid[]) as w("companyId", "id")
    join messages m on m."companyId" = w."companyId" and m."id" = w."id"
    join conversations c on c."companyId" = m."companyId" and c."id" = m."conversationId"
    join channels ch on ch."companyId" = c."companyId" and ch."id" = c."channelId"
    left join chatbots b on b."companyId" = ch."companyId" and b."id" = ch."chatbotId"`,
};

const senderTypes: Record<MessageRow["senderType"], string> = {
  visitor: "visitor",
  robot: "robot",
  user: "user",
  externalOperator: "external_operator",
  system: "robot",
};

/** The data of conversation/message (service.md section 6). The bot's state is that of the moment it was said. */
function messageData(event: SourceEvent, { message, conversation, chatbotId, robot }: Said): Record<string, unknown> {
  const chatbotState = event.data.chatbotState === "OFF" ? "OFF" : "ON";
  const at = new Date(message.createdAt).toISOString();
  const { id, status, contactId, visitorName, visitorEmail, visitorPhone } = conversation;
  return {
    conversation: {
      id,
      companyId: event.companyId,
      websiteId: conversation.channelId,
      channel: eventChannel(conversation.channel),
      status,
      chatbotState,
      contactId: contactId ?? "",
      visitorName,
      visitorEmail,
      visitorPhone,
    },
    message: {
      id: message.id,
      message: { text: message.text, type: message.type },
      sender: {
        id: message.sender,
        type: senderTypes[message.senderType],
        initial: [...message.senderName][0] ?? "",
        name: message.senderName,
      },
      sendAt: at,
      sentAt: at,
    },
    processMessage: message.senderType === "visitor" && chatbotState === "ON" && robot,
    chatbotId,
  };
}

/**
 * The body of each event, once for all its webhooks: these very bytes go out on every attempt. An event whose message
 * is gone already (its conversation was deleted in the same moment) has none.
 */
export async function renderBodies(
  client: pg.ClientBase,
  events: readonly SourceEvent[],
): Promise<Map<string, string>> {
  const messages = events.filter(({ type }) => type === "conversation/message");
  const said = new Map<string, Said>();
  if (messages.length > 0) {
    const values = [messages.map(({ companyId }) => companyId), messages.map(({ messageId }) => messageId)];
    const { rows } = await client.query<Said>({ ...saidOf, values });
    for (const row of rows) said.set(row.message.id, row);
  }
  const bodies = new Map<string, string>();
  for (const event of events) {
    const about = said.get(event.messageId ?? "");
    if (event.type === "conversation/message" && !about) continue;
    const data = about ? messageData(event, about) : event.data;
    bodies.set(event.id, JSON.stringify({ event: event.type, timestamp: event.createdAt.toISOString(), data }));
  }
  return bodies;
}
