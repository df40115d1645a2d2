import { setBotState } from "#server/conversations/bot-state.ts";
import type { ConversationChange } from "#server/conversations/change.ts";
import { waitForPerson } from "#server/conversations/triage/waiting.ts";
import { eventConversation } from "#server/conversations/viewing.ts";
import type { Actor } from "#server/core/actor.ts";
import type { ServingChatbot } from "../access.ts";
import { parsedSettings } from "../flow/context.ts";
import { handOverWords } from "../flow/words.ts";
import { openingAt } from "../opening.ts";
import { distribute } from "./distributing.ts";
import { sayAsRobot } from "./saying.ts";

/** OPERATOR_NEEDED (H13): the bot announces it where it has a text for it, hands over and turns off. */
export async function needOperator(
  { actor }: { actor: Actor },
  change: ConversationChange,
  chatbot: ServingChatbot,
  assign: readonly string[],
): Promise<void> {
  const { now } = change;
  const settings = parsedSettings(chatbot.settings);
  const opening = await openingAt(actor, settings.businessHoursConfiguration, now);
  const words = chatbot.muted ? [] : handOverWords(settings, { now, open: opening?.open ?? true });
  sayAsRobot(
    change,
    chatbot,
    words.map((text) => ({ text, options: [] })),
  );
  change.command("operator_needed", "The visitor needs a person", null, { chatbotId: chatbot.id });
  change.systemTags({ add: ["automatic_transfer"] });
  await distribute(actor, change, chatbot, assign);
  waitForPerson(change);
  setBotState(change, "OFF", chatbot.title);
  change.tell("conversation/handed_over", (row) => ({ ...eventConversation(row), chatbotId: chatbot.id }));
}
