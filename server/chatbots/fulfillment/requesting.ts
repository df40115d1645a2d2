import type { ConversationRow } from "#server/conversations/row.ts";
import { saidBy } from "#server/messages/said.sql.ts";
import type { Plan } from "../flow/fulfillment-planning.ts";
import { historyMessages, historyOf, type RequestFrame, requestOf } from "../flow/fulfillment-request.ts";
import type { FulfillmentRequest } from "./schema.ts";

type Words = { text: string; attachments: readonly { image_url: string }[] };

/** What was said, an address standing for a picture without words. */
function wordsOf({ text, attachments }: Words): string {
  return text || (attachments[0]?.image_url ?? "");
}

/** The newest messages of one side up to a seq, oldest first; as many as fit. */
async function history(conversation: ConversationRow, fromType: "visitor" | "robot", upTo: number) {
  const found = await saidBy({ ...conversation, fromType }, upTo, historyMessages);
  return historyOf(fromType, found.map(wordsOf));
}

function textIn(of: Record<string, unknown>, key: string): string {
  const value = of[key];
  return typeof value === "string" ? value : "";
}

const channelNames = { WEB: "WEBSITE", WHATSAPP: "WHATSAPP", FACEBOOK: "FACEBOOK", INSTAGRAM: "INSTAGRAM" } as const;

type Asked = {
  conversation: ConversationRow;
  chatbot: { name: string };
  message: Words & { seq: number };
  plan: Plan;
  tries: number;
  country: string | undefined;
};

/** The body of the call (I1): everything as it stands when the visitor's message is being answered. */
export async function buildRequest(asked: Asked): Promise<FulfillmentRequest> {
  const { conversation, chatbot, message } = asked;
  const frame: RequestFrame = {
    channel: channelNames[conversation.channel],
    visitorId: conversation.visitorId,
    chatbotName: chatbot.name,
    companyId: conversation.companyId,
    websiteId: conversation.channelId,
    conversationId: conversation.id,
    message: wordsOf(message),
    status: conversation.status === "closed" ? "CLOSED" : "ACTIVE",
    conversation_context: conversation.conversationContext,
    chat_log: await history(conversation, "visitor", message.seq),
    response_log: await history(conversation, "robot", conversation.lastSeq),
    tags: conversation.tags,
    visitorData: { url: conversation.url, igUsername: textIn(conversation.conversationContext, "igUsername") },
    creation_date: conversation.createdAt.toISOString(),
    last_interaction_date: (conversation.lastMessageAt ?? conversation.createdAt).toISOString(),
  };
  return requestOf(frame, asked);
}
