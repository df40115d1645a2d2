import type { EventData } from "#server/core/events/table.ts";
import type { Served } from "#server/messages/row.sql.ts";
import type { MessageRow } from "#server/messages/row.ts";
import type { ConversationRow } from "./row.ts";
import { eventChannel } from "./viewing.ts";

type Told = EventData<"conversation/message">;

const senderTypes: Record<MessageRow["senderType"], Told["message"]["sender"]["type"]> = {
  visitor: "visitor",
  robot: "robot",
  user: "user",
  externalOperator: "external_operator",
  system: "robot",
};

/**
 * The data of conversation/message (service.md section 6), built when the message is written: it cannot be rebuilt
 * later.
 */
export function eventMessage(row: ConversationRow, message: MessageRow, served: Served, step = ""): Told {
  const at = message.createdAt.toISOString();
  const { id, companyId, status, chatbotState, visitorName, visitorEmail, visitorPhone } = row;
  return {
    conversation: {
      id,
      companyId,
      websiteId: row.channelId,
      channel: eventChannel(row.channel),
      status,
      chatbotState,
      contactId: row.contactId ?? "",
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
      ...(step === "" ? {} : { step }),
    },
    processMessage: message.senderType === "visitor" && chatbotState === "ON" && served.robot,
    chatbotId: served.chatbotId,
  };
}
