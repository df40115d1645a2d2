import { assignChannels } from "#server/channels/assigning-chatbot.ts";
import { createChannel } from "#server/channels/creating.ts";
import { simulatorSend } from "#server/channels/simulator/operations.ts";
import { env } from "#server/config/env.ts";
import { systemActor } from "#server/core/actor.ts";
import { createTemplate } from "#server/templates/creating.ts";
import { templates } from "./templates.ts";

const lines = [
  {
    type: "WHATSAPP_API",
    label: "WhatsApp (simulated)",
    people: [
      { peer: "5491151234567", name: "Valentina Gómez", text: "Hola, ¿tienen la bici urbana en talle M?" },
      { peer: "5215598765432", name: "Diego Hernández", text: "Buen día, ¿hacen envíos a México?", fromAd: true },
    ],
  },
  {
    type: "FACEBOOK",
    label: "Messenger (simulated)",
    people: [{ peer: "7350012345671", name: "Laura Peters", text: "Hi! Is the helmet still on sale?" }],
  },
  {
    type: "INSTAGRAM",
    label: "Instagram (simulated)",
    people: [{ peer: "1784140012345671", name: "Mika Tanaka", text: "Love the green one! Do you ship abroad?" }],
  },
] as const;

export type Platforms = readonly { type: (typeof lines)[number]["type"]; channelId: string }[];

/**
 * A simulated number, page and account for the demo company, served by its chatbot. Their customers write through the
 * simulator, so that everything after that is real: webhook, conversation, contact, the bot's answer and its ticks.
 */
export async function seedPlatforms(company: {
  companyId: string;
  channelId: string;
  chatbotId: string;
}): Promise<Platforms> {
  if (!env.simulator) return [];
  const actor = systemActor(company.companyId);
  const channels = [company.channelId];
  const platforms: Platforms[number][] = [];
  for (const { type, label, people } of lines) {
    const { id: channelId } = await createChannel.execute(actor, { type, label, sandbox: true });
    channels.push(channelId);
    platforms.push({ type, channelId });
    if (type === "WHATSAPP_API") {
      for (const template of templates) await createTemplate.execute(actor, { channelId, ...template });
    }
    for (const person of people) await simulatorSend.execute(actor, { channelId, type: "text", ...person });
  }
  await assignChannels.execute(actor, { chatbotId: company.chatbotId, channels });
  return platforms;
}
