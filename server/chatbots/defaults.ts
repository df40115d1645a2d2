import { newId } from "#server/base/ids.ts";
import { prisma } from "#server/db/prisma.ts";
import type { Language } from "./choices.ts";
import { chatbotTitles, defaultQuestionList } from "./configuration/default-list.ts";

/** The chatbot that a company begins with (L1), on the default question list. Answers its id. */
export async function createDefaultChatbot(companyId: string, lang: Language, at: Date): Promise<string> {
  const id = newId();
  await prisma.chatbot.create({
    data: {
      companyId,
      id,
      name: "Assistant",
      title: chatbotTitles[lang],
      settings: { lang, chained_messages: true },
      questionList: defaultQuestionList(lang),
      createdAt: at,
      updatedAt: at,
    },
  });
  return id;
}
