import { invalidField } from "#server/base/errors.ts";
import { command, query } from "#server/core/operation.ts";
import { requireMatch } from "#server/core/preconditions.ts";
import { prisma } from "#server/db/prisma.ts";
import { type ChatbotRow, readableChatbot, requireChatbots } from "../access.ts";
import { parsedSettings } from "../flow/context.ts";
import { type ChatbotSettings, chatbotSettingsSchema } from "../schema.ts";
import { permitAddresses } from "./addresses.ts";
import { refuseSystemTags } from "./references.ts";
import { chatbotIdInput, saveSettingsInput } from "./schema.ts";

const maxBytes = 64 * 1024;

/** What is stored, with what the chatbot's own columns say. */
function viewSettings(chatbot: Pick<ChatbotRow, "settings" | "name" | "title" | "enabled" | "muted">): ChatbotSettings {
  const { name, title, enabled, muted } = chatbot;
  const stored = parsedSettings(chatbot.settings);
  return { ...stored, chatbotName: name, title, enabled, muted, version: stored.version ?? 1 };
}

/** GET /v1/chatbots/{chatbotId}/chatbot-config/settings */
export const readSettings = query({
  name: "chatbots.settings",
  access: "websites_read",
  input: chatbotIdInput,
  output: chatbotSettingsSchema,
  example: (given) => ({ chatbotId: given.chatbotId ?? "" }),
  async run({ actor, input }) {
    return viewSettings(await readableChatbot(actor, input.chatbotId));
  },
});

/** PATCH of the same (H3): merges one level deep; unknown keys are stored as given. */
export const saveSettings = command({
  name: "chatbots.saveSettings",
  access: "websites_write",
  input: saveSettingsInput,
  output: chatbotSettingsSchema,
  example: (given) => ({
    chatbotId: given.chatbotId ?? "",
    settings: { global_fulfillment_url: "https://example.com/fulfillment" },
  }),
  async run({ actor, input, now, emit }) {
    const chatbot = await readableChatbot(actor, input.chatbotId, true);
    const given = input.settings;
    refuseSystemTags(given.tags ?? [], parsedSettings(chatbot.settings).tags ?? [], (at) => `settings.tags.${at}`);
    const { version: before = 1, global_fulfillment_url: address = "" } = parsedSettings(chatbot.settings);
    await permitAddresses(actor, given.global_fulfillment_url ? [given.global_fulfillment_url] : [], () => [address]);
    requireMatch(input.ifMatch, before);
    const settings = { ...chatbot.settings, ...given, version: before + 1 };
    if (Buffer.byteLength(JSON.stringify(settings)) > maxBytes) {
      throw invalidField("settings", "The settings are larger than 64 KB.", "too_big");
    }
    const after = {
      name: given.chatbotName || chatbot.name,
      title: given.title || chatbot.title,
      enabled: given.enabled ?? chatbot.enabled,
      muted: given.muted ?? chatbot.muted,
    };
    await requireChatbots(actor, chatbot, after);
    await prisma.chatbot.update({
      where: { companyId_id: { companyId: actor.companyId, id: chatbot.id } },
      data: { settings, ...after, updatedAt: now },
      select: { id: true },
    });
    emit({ type: "chatbot/changed", data: { id: chatbot.id } });
    return viewSettings({ settings, ...after });
  },
});
