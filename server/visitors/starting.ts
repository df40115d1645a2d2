import { readableChannel } from "#server/channels/access.ts";
import { servingChatbot } from "#server/chatbots/access.ts";
import { mergedAppearance } from "#server/chatbots/configuration/appearance-layers.ts";
import { isAnswering } from "#server/chatbots/flow/context.ts";
import { applyOpening } from "#server/chatbots/turn/applying.ts";
import { lockConversation } from "#server/conversations/access.sql.ts";
import { insertConversation } from "#server/conversations/opening/creating.ts";
import type { ConversationRow } from "#server/conversations/row.ts";
import type { Actor } from "#server/core/actor.ts";
import { type CommandContext, command } from "#server/core/operation.ts";
import { takeTurn } from "#server/db/locking.sql.ts";
import { postMessage } from "#server/messages/sending.ts";
import { attributionOf, mergeAttribution } from "./attribution.ts";
import { languageOfVisitor } from "./configuring.ts";
import { contentOfVisitor } from "./content.ts";
import { openingOf } from "./opening.ts";
import { type ShownOpening, startConversationInput, startedSchema } from "./schema.ts";
import { ownSession } from "./sessions.ts";
import { conversationHolding, firstMessages } from "./viewing.sql.ts";
import { viewAllForVisitor, viewVisitorConversation } from "./viewing.ts";

type Context = Pick<CommandContext<unknown>, "actor" | "now" | "emit">;

/** The bot's greeting has been on the screen already (H6): it becomes its first message, and waits for the answer. */
async function writeOpening(
  context: Context,
  conversation: ConversationRow,
  { seed, shown, acceptLanguage }: { seed: number; shown: ShownOpening | undefined; acceptLanguage: string },
): Promise<ConversationRow> {
  const chatbot = await servingChatbot(context.actor, conversation.channelId);
  if (!isAnswering(chatbot)) return conversation;
  const channel = await readableChannel(context.actor, conversation.channelId);
  const appearance = mergedAppearance(chatbot.appearance, channel.settings.appearance);
  const language = languageOfVisitor(appearance, acceptLanguage);
  const { result } = await openingOf(context.actor, chatbot, { seed, shown, language, now: context.now });
  return applyOpening(context, conversation, chatbot, result);
}

/** POST /widget/v1/{channelId}/conversations: a conversation begins with the visitor's first message. */
export const startConversation = command({
  name: "visitors.startConversation",
  access: "visitor",
  input: startConversationInput,
  output: startedSchema,
  example: () => ({ message: { body: "Hello, do you ship abroad?", clientMessageId: "c-1" } }),
  async run(context) {
    const { actor, input } = context;
    // One at a time for each visitor, so that a repeated request finds what the first one made.
    await takeTurn(`visitor:${actor.companyId}:${actor.id}`);
    const { clientMessageId } = input.message;
    // The conversation this very request made before: a client that got no answer asks again.
    const repeated = clientMessageId ? await conversationHolding(actor, clientMessageId) : undefined;
    if (repeated) return view(actor, repeated.id);
    const content = await contentOfVisitor(actor, input.message);
    const session = await ownSession(actor);
    const inserted = await insertConversation(context, {
      channelId: session.channelId,
      visitorId: session.visitorId,
      visitorName: session.name || (input.visitor?.name ?? ""),
      visitorEmail: session.email || (input.visitor?.email ?? ""),
      visitorPhone: session.phone || (input.visitor?.phone ?? ""),
      // Typed by a visitor, proven or not: that is judged when a contact is found by it (D10).
      contactLink: "own",
      attribution: mergeAttribution(session.attribution, attributionOf(input.page, "")),
    });
    const locked = await lockConversation(actor, inserted.id, "chat_talk");
    const { openingSeed: seed, openingShown, acceptLanguage } = input;
    const opened = await writeOpening(context, locked, { seed, shown: openingShown ?? undefined, acceptLanguage });
    const sender = { fromType: "visitor", type: "visitor", id: session.visitorId, name: opened.visitorName } as const;
    await postMessage(context, opened, sender, content);
    return view(actor, inserted.id);
  },
});

async function view(actor: Actor, id: string) {
  const found = await firstMessages(actor, id);
  return { messages: viewAllForVisitor(found), conversation: await viewVisitorConversation(actor, id) };
}
