import type { Work } from "#server/conversations/work.ts";
import type { ServingChatbot } from "./access.ts";
import { sayAsRobot } from "./saying.ts";
import { chatbotSettingsSchema } from "./schema.ts";

/** OPERATOR_NEEDED (H13): the bot says so where it has words for it, steps back, and the team is told. */
export function needOperator(work: Work, chatbot: ServingChatbot, now: Date): void {
  const words = chatbotSettingsSchema.safeParse(chatbot.settings).data?.special_messages?.finding_operator_start ?? [];
  const texts = (typeof words === "string" ? [words] : words).filter((text) => text.trim() !== "");
  if (!chatbot.muted)
    sayAsRobot(
      work,
      chatbot,
      texts.map((text) => ({ text, options: [] })),
      now,
    );
  const before = work.row.chatbotState;
  work.command("operator_needed", "The visitor needs a person", null, { chatbotId: chatbot.id });
  work.systemTags({ add: ["automatic_transfer"] });
  work.set({ chatbotState: "OFF", chatbotStateBy: chatbot.title, chatbotStateAt: now });
  if (before === "ON") work.updated({ chatbotState: { before, after: "OFF" } });
}
