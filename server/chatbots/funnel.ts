import type { Actor } from "#server/core/actor.ts";
import { query } from "#server/core/operation.ts";
import { appendCounts, countedBetween } from "#server/kit/counters/counters.sql.ts";
import { readableChatbot } from "./access.ts";
import { storedNodes } from "./configuration/question-list.ts";
import { funnelInput, funnelSchema } from "./configuration/schema.ts";
import type { FlowTrace, TraceEvent } from "./flow/engine.ts";

/** What is counted of a turn, per day and node. */
const funnelEvents = ["entered", "answered", "gave_up"] as const;
export type FunnelEvent = (typeof funnelEvents)[number];

const isCounted = (event: TraceEvent) => funnelEvents.some((one) => one === event);

/** The list of the totals that belongs to a chatbot; its keys are `day|event|internal_name`. */
export function funnelList(chatbotId: string): string {
  return `funnel:${chatbotId}`;
}

/** Notes a turn's steps in its own transaction. */
export async function countTrace(
  actor: Actor,
  chatbotId: string,
  trace: readonly FlowTrace[],
  at: Date,
): Promise<void> {
  const day = at.toISOString().slice(0, 10);
  const keys = trace.filter(({ event }) => isCounted(event)).map(({ node, event }) => `${day}|${event}|${node}`);
  if (keys.length === 0) return;
  await appendCounts(actor.companyId, funnelList(chatbotId), keys);
}

/** Per node how often it was asked, answered, given up, and left without an answer (UTC days, both included). */
export const readFunnel = query({
  name: "chatbots.funnel",
  access: "websites_read",
  input: funnelInput,
  output: funnelSchema,
  example: (given) => ({ chatbotId: given.chatbotId ?? "", from: "2026-11-01", to: "2026-11-30" }),
  async run({ actor, input }) {
    const chatbot = await readableChatbot(actor, input.chatbotId);
    const dayOf = (date: Date) => date.toISOString().slice(0, 10);
    const list = funnelList(chatbot.id);
    const counted = await countedBetween(actor.companyId, list, dayOf(input.from), dayOf(input.to));
    const nodes = await storedNodes(chatbot);
    const known = new Map(nodes.map((node) => [node.internal_name, node.id]));
    const gone = [...new Set(counted.map(({ node }) => node))].filter((name) => !known.has(name)).sort();
    const times = (node: string, event: FunnelEvent) =>
      counted.find((one) => one.node === node && one.event === event)?.count ?? 0;
    const silent = new Set(nodes.filter((node) => node.response_type === "NONE").map((node) => node.internal_name));
    return {
      nodes: [...known.keys(), ...gone].map((internalName) => {
        const [entered, answered, gaveUp] = [
          times(internalName, "entered"),
          times(internalName, "answered"),
          times(internalName, "gave_up"),
        ];
        const abandoned = silent.has(internalName) ? 0 : Math.max(0, entered - answered - gaveUp);
        return { internalName, id: known.get(internalName) ?? null, entered, answered, gaveUp, abandoned };
      }),
    };
  },
});
