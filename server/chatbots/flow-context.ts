import { z } from "zod";
import type { ServingChatbot } from "./access.ts";
import type { FlowContext } from "./flow-model.ts";
import { flowStateSchema } from "./flow-state-schema.ts";
import { chatbotSettingsSchema, questionNodeSchema } from "./schema.ts";

/** Whether the bot may answer at all (H12). */
export function isAnswering(chatbot: ServingChatbot | undefined): chatbot is ServingChatbot {
  return chatbot?.enabled === true && !chatbot.muted;
}

/** A small seeded generator: the same seed gives the same choice of texts. */
export function seededRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** What the engine needs, read from stored rows; a stored value of an older shape counts as absent. */
export function flowContext(
  chatbot: Pick<ServingChatbot, "questionList" | "settings">,
  moment: { state: unknown; now: Date; random: () => number; country?: string },
): FlowContext {
  const state = flowStateSchema.safeParse(moment.state ?? {});
  return {
    nodes: z.array(questionNodeSchema).safeParse(chatbot.questionList).data ?? [],
    settings: chatbotSettingsSchema.safeParse(chatbot.settings).data ?? {},
    state: state.data ?? flowStateSchema.parse({}),
    now: moment.now,
    random: moment.random,
    ...(moment.country ? { country: moment.country } : {}),
  };
}
