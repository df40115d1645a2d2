import { newId } from "#server/base/ids.ts";
import { connectorFor } from "#server/channels/connectors.ts";
import type { InboundItem } from "#server/channels/inbound/items.ts";
import { receiveMessage } from "#server/channels/inbound/receiving.ts";
import { keepContent } from "#server/channels/media/media.ts";
import { takeBotTurn } from "#server/chatbots/turn/turn.ts";
import type { Actor } from "#server/core/actor.ts";
import { sendMessage } from "#server/messages/sending.ts";

/** A person's text. */
export function sendText(actor: Actor, conversationId: string, userId: string): Promise<unknown> {
  const body = "Your order has been shipped today.";
  return sendMessage.execute(actor, { conversationId, from: userId, fromType: "user", body });
}

/** A visitor's text. */
export function sayAsVisitor(actor: Actor, conversationId: string): Promise<unknown> {
  return sendMessage.execute(actor, { conversationId, from: "visitor", fromType: "visitor", body: "sent at 0" });
}

/** A visitor's text, and the turn of the bot that answers it. */
export async function answerVisitor(actor: Actor, conversationId: string): Promise<void> {
  const said = { conversationId, from: "visitor", fromType: "visitor" as const, body: "hello" };
  const { id: messageId } = await sendMessage.execute(actor, said);
  await takeBotTurn.execute(actor, { conversationId, messageId });
}

/** The number at WhatsApp that the bench's channel has. */
export const ownNumber = "106540352242922";

/** A webhook of WhatsApp with one text of each of these people. */
export function whatsappPayload(peers: string[]): string {
  const seconds = Math.floor(Date.now() / 1000);
  const messages = peers.map((from) => ({
    from,
    id: `wamid.${newId()}`,
    timestamp: String(seconds),
    type: "text",
    text: { body: "Hola" },
  }));
  const value = {
    messaging_product: "whatsapp",
    metadata: { display_phone_number: "15550783881", phone_number_id: ownNumber },
    contacts: [...new Set(peers)].map((peer) => ({ profile: { name: "Bench" }, wa_id: peer })),
    messages,
  };
  return JSON.stringify({
    object: "whatsapp_business_account",
    entry: [{ id: "1", changes: [{ field: "messages", value }] }],
  });
}

const isMessage = (item: InboundItem): item is InboundItem & { kind: "message" } => item.kind === "message";

/** A customer's text from WhatsApp, as it is written once its payload has been read. */
export async function receiveText(actor: Actor, channelId: string, peer: string): Promise<void> {
  const items = connectorFor("whatsapp").parse(JSON.parse(whatsappPayload([peer])), new Date());
  for (const item of items.filter(isMessage)) {
    const { kind: _kind, routingId: _id, ...message } = item;
    const content = await keepContent(actor, undefined, message.content);
    await receiveMessage.execute(actor, { channelId, message: { ...message, content } });
  }
}
