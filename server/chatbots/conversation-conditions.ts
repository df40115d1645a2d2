import type { ConversationRow } from "#server/conversations/row.ts";
import { eventChannel } from "#server/conversations/viewing.ts";
import type { Actor } from "#server/core/actor.ts";
import { servingChatbot } from "./access.ts";
import { type FlowChannel, flowChannels } from "./flow/condition-schema.ts";
import { allHold } from "./flow/conditions.ts";
import { parsedSettings } from "./flow/context.ts";
import { openingAt } from "./opening.ts";

/** What conditions read of a conversation. */
const conditionColumns = [
  ...(["channel", "tags", "visitorName", "visitorEmail", "visitorPhone"] as const),
  ...(["conversationContext", "customFields"] as const),
] as const;

/** A conversation, with what its contact has in fields of the company's own. */
type Known = Pick<ConversationRow, (typeof conditionColumns)[number]> & {
  contactFields: Record<string, unknown>;
};

/** Where it takes place, as triggers and flows name it. */
export const flowChannelOf = ({ channel }: Pick<Known, "channel">): FlowChannel =>
  flowChannels.find((one) => one === eventChannel(channel)) ?? "WEBSITE";

/** Whether a conversation meets all of these conditions (FlowCondition); one of an unknown type does not hold. */
export function meets(tree: readonly unknown[], known: Known, open: boolean): boolean {
  if (tree.length === 0) return true;
  const { visitorName: name, visitorEmail: email, visitorPhone: phone, tags } = known;
  const custom = { ...known.contactFields, ...known.conversationContext, ...known.customFields };
  return allHold(tree, { slots: { name, email, phone, custom }, channel: flowChannelOf(known), open, tags }, false);
}

/** Whether they ask for the hours; a text that says so counts too. */
export const asksHours = (tree: readonly unknown[]): boolean => JSON.stringify(tree).includes("business_hours");

/** Whether people answer at this channel. */
export async function isOpenAtChannel(actor: Actor, channelId: string, at: Date): Promise<boolean> {
  const chatbot = await servingChatbot(actor, channelId);
  const hours = chatbot && parsedSettings(chatbot.settings).businessHoursConfiguration;
  return (await openingAt(actor, hours, at))?.open ?? true;
}
