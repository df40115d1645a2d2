import { ConversationChange } from "#server/conversations/change.ts";
import { insertConversation } from "#server/conversations/opening/creating.ts";
import type { CommandContext } from "#server/core/operation.ts";
import { hasLine } from "#server/messages/said.sql.ts";
import { identify, latestConversation, lockPerson } from "./identities.ts";
import type { Person } from "./items.ts";

type Context = Pick<CommandContext<unknown>, "actor" | "now" | "emit">;

const words = {
  opted_in: "The customer agreed to receive messages",
  marketing_stopped: "The customer unsubscribed from marketing messages",
  marketing_resumed: "The customer subscribed to marketing messages again",
};

type Preference = { from: Person; what: keyof typeof words; at: Date };

/** Adds a line to the thread, once however often it is delivered. Agreeing to be written to counts as activity. */
export async function notePreference(context: Context, channelId: string, preference: Preference): Promise<boolean> {
  const { from, what } = preference;
  const at = preference.at.toISOString();
  if (!from.phone && !from.userId) return true;
  await lockPerson(channelId, from);
  const identity = await identify(context, channelId, from);
  const found = await latestConversation(context, channelId, identity);
  if (!found && what !== "opted_in") return true;
  const conversation =
    found ??
    (await insertConversation(context, {
      channelId,
      visitorId: identity.visitorId,
      visitorName: identity.name || identity.username,
      visitorPhone: identity.phone ? `+${identity.phone}` : "",
    }));
  const { companyId } = context.actor;
  const told = await hasLine({ companyId, conversationId: conversation.id, name: what, at });
  if (told) return true;
  const change = new ConversationChange(context, conversation);
  change.command(what, words[what], null, { at });
  await change.commit();
  return true;
}
