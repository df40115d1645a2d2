import { now } from "#server/base/clock.ts";
import { newId } from "#server/base/ids.ts";
import { type Language, languages } from "#server/chatbots/choices.ts";
import { chatbotTitles, defaultQuestionList } from "#server/chatbots/configuration/default-list.ts";
import { execute, json, sql } from "#server/db/sql.ts";

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
  const language = languageOf(company.locale);
  const ids = { chatbotId: newId(), channelId: newId() };
  const at = now();
  await execute(sql`
    insert into chatbots ("companyId", "id", "name", "title", "settings", "questionList", "createdAt", "updatedAt")
    values (${companyId}, ${ids.chatbotId}, 'Assistant', ${chatbotTitles[language]},
      ${json({ lang: language, chained_messages: true })}, ${json(defaultQuestionList(language))}, ${at}, ${at})`);
  await execute(sql`
    insert into channels ("companyId", "id", "type", "label", "connected", "chatbotId", "createdAt", "updatedAt")
    values (${companyId}, ${ids.channelId}, 'WEBSITE', 'Website', true, ${ids.chatbotId}, ${at}, ${at})`);
  return ids;
}
