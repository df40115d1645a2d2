import type { Incoming } from "#server/chatbots/flow/answers.ts";
import { type Plan, planCalls, planFurther } from "#server/chatbots/flow/fulfillment-planning.ts";
import { historyOf, type RequestFrame, requestOf } from "#server/chatbots/flow/fulfillment-request.ts";
import type { FulfillmentRequest } from "#server/chatbots/fulfillment/schema.ts";
import { heardInSimulation, type Replies, type Surroundings } from "./simulated-turn.ts";
import type { SimulatedLine, Simulation } from "./simulation.ts";

/** Who asks: what a request says of the company and its chatbot. */
export type Asker = { companyId: string; websiteId: string; chatbotName: string };

export type Asking = { plan: Plan; request: FulfillmentRequest };

function said(lines: readonly SimulatedLine[], from: "visitor" | "bot"): string[] {
  const spoken = lines.filter((line) => line.from === from);
  return spoken.map(({ text, imageUrl }) => text || (imageUrl ?? "")).reverse();
}

/** Asks on where the replies so far have led to, one endpoint at a time. */
function planOf(before: Simulation, around: Surroundings, incoming: Incoming, rounds: readonly Replies[]): Plan {
  const { answers, calls } = heardInSimulation(before, around, rounds);
  const moment = { ...around, answers, state: before.state };
  if (rounds.length === 0) return planCalls(moment, incoming, false);
  const asked = calls.map(({ call }) => call.nodeName);
  const plan = planFurther(moment, incoming, asked);
  return { ...plan, calls: plan.calls.slice(0, 1) };
}

/** What the engine would send about this message, and to which endpoints; undefined where it would ask none any more. */
export function askingOf(
  before: Simulation,
  around: Surroundings,
  incoming: Incoming,
  asker: Asker,
  rounds: readonly Replies[] = [],
): Asking | undefined {
  const plan = planOf(before, around, incoming, rounds);
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
