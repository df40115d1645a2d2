import type { ServingChatbot } from "#server/chatbots/access.ts";
import type { Language } from "#server/chatbots/choices.ts";
import { keptList } from "#server/chatbots/configuration/versions.ts";
import { flowContext, seededRandom } from "#server/chatbots/flow/context.ts";
import { type FlowResult, openFlow } from "#server/chatbots/flow/engine.ts";
import { peopleAt } from "#server/chatbots/opening.ts";
import type { Actor } from "#server/core/actor.ts";
import type { ShownOpening } from "./schema.ts";

type Moment = { seed: number; now: Date; language: Language | undefined; shown?: ShownOpening | undefined };

/**
 * What the bot says before the visitor writes: by how things stand, else as it was `shown`, though the list or the hours
 * have changed since. The seed decides among several texts.
 */
export async function openingOf(
  actor: Actor,
  chatbot: ServingChatbot,
  { seed, now, language, shown }: Moment,
): Promise<{ result: FlowResult; shown: ShownOpening }> {
  const context = flowContext(chatbot, { state: {}, now, random: seededRandom(seed) });
  const before = shown && shown.version !== chatbot.version ? await keptList(chatbot, shown.version) : undefined;
  const spoken = { ...context, nodes: before ?? context.nodes, ...(language ? { language } : {}) };
  const { open, offline } = shown ?? (await peopleAt(actor, spoken, now));
  const result = openFlow({ ...spoken, open, offline });
  return { result, shown: { version: chatbot.version, open, offline } };
}
