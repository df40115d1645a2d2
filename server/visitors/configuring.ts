import { notFound } from "#server/base/errors.ts";
import { readableChannel } from "#server/channels/access.ts";
import { servingChatbot } from "#server/chatbots/access.ts";
import type { Language } from "#server/chatbots/choices.ts";
import { mergedAppearance } from "#server/chatbots/configuration/appearance-layers.ts";
import { isAnswering } from "#server/chatbots/flow/context.ts";
import { acceptedLanguage } from "#server/chatbots/flow/spoken.ts";
import { openingAt } from "#server/chatbots/opening.ts";
import { type Appearance, chatbotSettingsSchema } from "#server/chatbots/schema.ts";
import { query } from "#server/core/operation.ts";
import { prisma } from "#server/db/prisma.ts";
import { sendsMail } from "#server/mail/queueing.ts";
import { openingOf } from "./opening.ts";
import { channelConfigInput, configSchema } from "./schema.ts";

/** The language a visitor is spoken to in: the widget's own where it has one, else the browser's. */
export function languageOfVisitor(appearance: Appearance, accepted: string): Language | undefined {
  return appearance.language === "auto" ? acceptedLanguage(accepted) : appearance.language;
}

/** GET /widget/v1/{channelId}/config: public, so only what a visitor sees anyway. */
export const readConfig = query({
  name: "visitors.config",
  access: "system",
  input: channelConfigInput,
  output: configSchema,
  example: (given) => ({ channelId: given.channelId ?? "" }),
  async run({ actor, input, now }) {
    const channel = await readableChannel(actor, input.channelId);
    if (channel.type !== "WEBSITE") throw notFound("channel");
    const company = await prisma.company.findFirst({ where: { id: actor.companyId }, select: { name: true } });
    const chatbot = await servingChatbot(actor, channel.id);
    const settings = chatbotSettingsSchema.safeParse(chatbot?.settings).data ?? {};
    const appearance = mergedAppearance(chatbot?.appearance, channel.settings.appearance);
    const hours = settings.businessHoursConfiguration;
    const opening = await openingAt(actor, hours, now);
    const seed = Math.floor(Math.random() * 2 ** 31);
    const answering = isAnswering(chatbot);
    const language = languageOfVisitor(appearance, input.acceptLanguage);
    const greeting = answering ? await openingOf(actor, chatbot, { seed, now, language }) : undefined;
    const said = greeting?.result.messages ?? [];
    return {
      channelId: channel.id,
      company: company?.name ?? "",
      appearance: { ...appearance, windowTitle: appearance.windowTitle || company?.name || channel.label },
      language: settings.lang ?? "en",
      bot: answering ? { name: appearance.name || chatbot.title } : null,
      opening: {
        seed,
        shown: greeting?.shown ?? null,
        messages: said.map(({ text, imageUrl, options }) => ({ text, imageUrl: imageUrl ?? "", options })),
      },
      businessHours: opening ? { ...opening, initialMessage: hours?.initialMessage ?? "" } : null,
      identityRequired: channel.identityRequired,
      transcripts: sendsMail(),
    };
  },
});
