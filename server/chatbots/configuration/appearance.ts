import { command, query } from "#server/core/operation.ts";
import { prisma } from "#server/db/prisma.ts";
import { readableChatbot } from "../access.ts";
import { appearanceSchema } from "../schema.ts";
import { mergedAppearance } from "./appearance-layers.ts";
import { chatbotIdInput, saveAppearanceInput } from "./schema.ts";

/** GET /v1/chatbots/{chatbotId}/appearance */
export const readAppearance = query({
  name: "chatbots.appearance",
  access: "websites_read",
  input: chatbotIdInput,
  output: appearanceSchema,
  example: (given) => ({ chatbotId: given.chatbotId ?? "" }),
  async run({ actor, input }) {
    return mergedAppearance((await readableChatbot(actor, input.chatbotId)).appearance);
  },
});

/** PUT of the same (H9): what is not given stays. */
export const saveAppearance = command({
  name: "chatbots.saveAppearance",
  access: "websites_write",
  input: saveAppearanceInput,
  output: appearanceSchema,
  example: (given) => ({ chatbotId: given.chatbotId ?? "", appearance: { color: "#0F766E", saluteTime: 5 } }),
  async run({ actor, input, now, emit }) {
    const chatbot = await readableChatbot(actor, input.chatbotId, true);
    const appearance = mergedAppearance(chatbot.appearance, input.appearance);
    await prisma.chatbot.update({
      where: { companyId_id: { companyId: actor.companyId, id: chatbot.id } },
      data: { appearance, updatedAt: now },
      select: { id: true },
    });
    emit({ type: "chatbot/changed", data: { id: chatbot.id } });
    return appearance;
  },
});
