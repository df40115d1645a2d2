import { z } from "zod";
import type { ServingChatbot } from "../access.ts";
import { type ChatbotSettings, chatbotSettingsSchema, type QuestionNode, questionNodeSchema } from "../schema.ts";
import type { FlowContext } from "./model.ts";
import { flowStateSchema } from "./state-schema.ts";

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

/** Checked once for each stored object: chatbots are read again and again, and change seldom. */
function remembered<T>(parse: (stored: unknown) => T): (stored: unknown) => T {
  const known = new WeakMap<object, { value: T }>();
  return (stored) => {
    if (typeof stored !== "object" || stored === null) return parse(stored);
    const found = known.get(stored) ?? { value: parse(stored) };
    known.set(stored, found);
    return found.value;
  };
}

/** A stored list; one of an older shape counts as absent. */
export const parsedNodes: (stored: unknown) => readonly QuestionNode[] = remembered(
  (stored) => z.array(questionNodeSchema).safeParse(stored).data ?? [],
);

/** Stored settings; keys of an older shape count as absent, one by one. */
export const parsedSettings: (stored: unknown) => ChatbotSettings = remembered((stored) => {
  const whole = chatbotSettingsSchema.safeParse(stored);
  if (whole.success || typeof stored !== "object" || stored === null) return whole.data ?? {};
  const wrong = new Set(whole.error.issues.map(({ path: [key] }) => key));
  const kept = Object.fromEntries(Object.entries(stored).filter(([key]) => !wrong.has(key)));
  return chatbotSettingsSchema.safeParse(kept).data ?? {};
});

/** What the engine needs, read from stored rows. */
export function flowContext(
  chatbot: Pick<ServingChatbot, "questionList" | "settings">,
  moment: { state: unknown; now: Date; random: () => number; country?: string },
): FlowContext {
  const state = flowStateSchema.safeParse(moment.state ?? {});
  return {
    nodes: parsedNodes(chatbot.questionList),
    settings: parsedSettings(chatbot.settings),
    state: state.data ?? flowStateSchema.parse({}),
    now: moment.now,
    random: moment.random,
    ...(moment.country ? { country: moment.country } : {}),
  };
}
