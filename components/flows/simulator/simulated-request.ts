import type { Incoming } from "#server/chatbots/flow/answers.ts";
import { type Plan, planCalls } from "#server/chatbots/flow/fulfillment-planning.ts";
import { historyOf, type RequestFrame, requestOf } from "#server/chatbots/flow/fulfillment-request.ts";
import type { FulfillmentRequest } from "#server/chatbots/fulfillment/schema.ts";
import type { Surroundings } from "./simulated-turn.ts";
import type { SimulatedLine, Simulation } from "./simulation.ts";

/** Who asks: what a request says of the company and its chatbot. */
export type Asker = { companyId: string; websiteId: string; chatbotName: string };

export type Asking = { plan: Plan; request: FulfillmentRequest };

function said(lines: readonly SimulatedLine[], from: "visitor" | "bot"): string[] {
  const spoken = lines.filter((line) => line.from === from);
  return spoken.map(({ text, imageUrl }) => text || (imageUrl ?? "")).reverse();
}

/** What the engine would send about this message, and to which endpoints; undefined where it would ask none. */
export function askingOf(
  before: Simulation,
  around: Surroundings,
  incoming: Incoming,
  asker: Asker,
): Asking | undefined {
  const plan = planCalls({ ...around, state: before.state }, incoming, false);
  if (plan.calls.length === 0) return undefined;
  const frame: RequestFrame = {
    ...asker,
    channel: around.channel ?? "WEBSITE",
    visitorId: "simulated-visitor",
    conversationId: "simulated-conversation",
    message: incoming.text,
    status: "ACTIVE",
    conversation_context: {},
    chat_log: historyOf("visitor", [incoming.text, ...said(before.lines, "visitor")]),
    response_log: historyOf("robot", said(before.lines, "bot")),
    tags: [...(around.tags ?? [])],
    visitorData: { url: "", igUsername: "" },
    creation_date: before.begunAt.toISOString(),
    last_interaction_date: around.now.toISOString(),
  };
  return { plan, request: requestOf(frame, { plan, tries: before.state.tries, country: around.country }) };
}
