import { AppError, invalidField } from "#server/base/errors.ts";
import { newId } from "#server/base/ids.ts";
import { channelsOf } from "#server/channels/access.ts";
import { requireFeature } from "#server/companies/access.ts";
import type { Actor } from "#server/core/actor.ts";
import { command, query } from "#server/core/operation.ts";
import { prisma } from "#server/db/prisma.ts";
import { aiEndpointsOf, type ChatbotRow, readableChatbot, requireChatbots } from "./access.ts";
import { chatbotTitles, defaultQuestionList } from "./configuration/default-list.ts";
import { storedNodes } from "./configuration/question-list.ts";
import {
  chatbotDetailsSchema,
  chatbotIdInput,
  createChatbotInput,
  deletedChatbotSchema,
  updateChatbotInput,
} from "./configuration/schema.ts";
import { viewChatbot } from "./viewing.ts";

const maxChatbots = 100;

async function viewDetails(actor: Actor, chatbot: ChatbotRow) {
  const seen = viewChatbot(chatbot, await channelsOf(actor), await aiEndpointsOf(actor));
  const { enabled, version } = chatbot;
  return { ...seen, enabled, version, nodeCount: (await storedNodes(chatbot)).length };
}

export const readChatbot = query({
  name: "chatbots.get",
  access: "websites_read",
  input: chatbotIdInput,
  output: chatbotDetailsSchema,
  example: (given) => ({ chatbotId: given.chatbotId ?? "" }),
  async run({ actor, input }) {
    return viewDetails(actor, await readableChatbot(actor, input.chatbotId));
  },
});

/** The chatbot to copy; a reference error where it does not exist (A9). */
async function sourceOf(actor: Actor, id: string): Promise<ChatbotRow> {
  return readableChatbot(actor, id).catch((error: unknown) => {
    if (error instanceof AppError && error.code === "not_found") {
      throw invalidField("copyOf", "No such chatbot.", "unknown_reference");
    }
    throw error;
  });
}

/** A new chatbot on the default questions, or a copy of another; it serves no channel yet. */
export const createChatbot = command({
  name: "chatbots.create",
  access: "websites_write",
  input: createChatbotInput,
  output: chatbotDetailsSchema,
  example: (given) => ({ name: "Night shift", copyOf: given.chatbotId ?? "" }),
  async run({ actor, input, now, emit }) {
    const { companyId } = actor;
    await requireFeature(actor, "enable_chatbot");
    if ((await prisma.chatbot.count({ where: { companyId } })) >= maxChatbots) {
      throw new AppError("limit_reached", { message: `At most ${maxChatbots} chatbots.` });
    }
    const source = input.copyOf === undefined ? undefined : await sourceOf(actor, input.copyOf);
    const title = input.title || source?.title || (input.copyOf ? input.name : chatbotTitles[input.lang]);
    const nodes = source ? await storedNodes(source) : defaultQuestionList(input.lang);
    const fresh = { lang: input.lang, chained_messages: true };
    const settings = { ...(source?.settings ?? fresh), chatbotName: input.name, title, version: 1 };
    const id = newId();
    await prisma.chatbot.create({
      data: {
        companyId,
        id,
        name: input.name,
        title,
        settings,
        questionList: nodes,
        createdAt: now,
        updatedAt: now,
        enabled: source?.enabled ?? true,
        muted: source?.muted ?? false,
        appearance: source?.appearance ?? {},
      },
    });
    emit({ type: "chatbot/changed", data: { id } });
    return viewDetails(actor, await readableChatbot(actor, id));
  },
});

export const updateChatbot = command({
  name: "chatbots.update",
  access: "websites_write",
  input: updateChatbotInput,
  output: chatbotDetailsSchema,
  example: (given) => ({ chatbotId: given.chatbotId ?? "", name: "Day shift" }),
  async run({ actor, input, now, emit }) {
    const before = await readableChatbot(actor, input.chatbotId, true);
    const { chatbotId: _id, ...changes } = input;
    const after = { ...before, ...changes };
    const { name, title, enabled, muted } = after;
    if (
      [name === before.name, title === before.title, enabled === before.enabled, muted === before.muted].every(Boolean)
    )
      return viewDetails(actor, before);
    await requireChatbots(actor, before, after);
    const settings = { ...before.settings, chatbotName: name, title, enabled, muted };
    await prisma.chatbot.update({
      where: { companyId_id: { companyId: actor.companyId, id: before.id } },
      data: { name, title, enabled, muted, settings, updatedAt: now },
      select: { id: true },
    });
    emit({ type: "chatbot/changed", data: { id: before.id } });
    return viewDetails(actor, after);
  },
});

/** Refused while it serves a channel: choose first which chatbot answers there instead. */
export const deleteChatbot = command({
  name: "chatbots.delete",
  access: "websites_write",
  input: chatbotIdInput,
  output: deletedChatbotSchema,
  example: (given) => ({ chatbotId: given.spareChatbotId ?? "" }),
  async run({ actor, input, emit }) {
    const chatbot = await readableChatbot(actor, input.chatbotId, true);
    const served = (await channelsOf(actor)).filter((channel) => channel.chatbotId === chatbot.id);
    if (served.length > 0) {
      const names = served.map((channel) => channel.label).join(", ");
      throw new AppError("conflict", {
        message: `The chatbot serves ${names}. Give these channels another one first.`,
      });
    }
    await prisma.chatbot.delete({ where: { companyId_id: { companyId: actor.companyId, id: chatbot.id } } });
    emit({ type: "chatbot/changed", data: { id: chatbot.id, name: chatbot.name } });
    return { id: chatbot.id, deleted: true as const };
  },
});
