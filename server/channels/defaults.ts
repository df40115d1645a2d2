import { now } from "#server/base/clock.ts";
import { newId } from "#server/base/ids.ts";
import { type Language, languages } from "#server/chatbots/choices.ts";
import { createDefaultChatbot } from "#server/chatbots/defaults.ts";
import { prisma } from "#server/db/prisma.ts";

/** The language of `locale` that the chatbot speaks; English for any other. */
export function languageOf(locale: string | null | undefined): Language {
  const wanted = (locale ?? "").toLowerCase().split(/[-_]/)[0];
  return languages.find((language) => language === wanted) ?? "en";
}

/**
 * What a company begins with (L1): the chatbot "Assistant" on the default question list, and the web channel "Website"
 * that it serves. Runs in the caller's open company scope and transaction.
 */
export async function createDefaultChannel(company: {
  companyId: string;
  locale?: string | null;
}): Promise<{ channelId: string; chatbotId: string }> {
  const { companyId } = company;
  const at = now();
  const ids = { chatbotId: await createDefaultChatbot(companyId, languageOf(company.locale), at), channelId: newId() };
  await prisma.channel.create({
    data: {
      ...{ companyId, id: ids.channelId, type: "WEBSITE", label: "Website", connected: true },
      ...{ chatbotId: ids.chatbotId, createdAt: at, updatedAt: at },
    },
  });
  return ids;
}
