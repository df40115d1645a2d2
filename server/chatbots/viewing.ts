import type { z } from "zod";
import type { ChannelRow } from "#server/channels/access.ts";
import { env } from "#server/config/env.ts";
import type { ChatbotRow } from "./access.ts";
import type { chatbotSchema, chatbotSummarySchema } from "./schema.ts";

type Serving = Pick<ChannelRow, "id" | "type" | "label" | "chatbotId" | "connected">;

/** Whether a flow question or the global fulfillment points to an AI endpoint (H10). */
function isWithAi(chatbot: Pick<ChatbotRow, "fulfillmentUrls">, aiEndpoints: readonly string[]): boolean {
  return chatbot.fulfillmentUrls.some((url) => aiEndpoints.some((endpoint) => url.startsWith(endpoint)));
}

/** The Chatbot resource. */
export function viewChatbot(
  chatbot: ChatbotRow,
  channels: readonly Serving[],
  aiEndpoints: readonly string[],
): z.input<typeof chatbotSchema> {
  const served = channels.filter((channel) => channel.chatbotId === chatbot.id);
  const web = served.find((channel) => channel.type === "WEBSITE");
  return {
    id: chatbot.id,
    chatbotWithAi: isWithAi(chatbot, aiEndpoints),
    isMuted: chatbot.muted,
    title: chatbot.title,
    name: chatbot.name,
    channels: served.map(({ id, type, label }) => ({ id, type, label })),
    testChatbotUrl: web ? `${env.publicUrl}/widget/${web.id}` : `${env.publicUrl}/settings/channels`,
  };
}

/** The ChatbotSummary inside a channel. */
export function summarizeChatbot(
  chatbot: ChatbotRow,
  connectedChannels: number,
  aiEndpoints: readonly string[],
): z.input<typeof chatbotSummarySchema> {
  return {
    id: chatbot.id,
    chatbotWithAi: isWithAi(chatbot, aiEndpoints),
    isMuted: chatbot.muted,
    title: chatbot.title,
    name: chatbot.name,
    connectedChannels,
  };
}
