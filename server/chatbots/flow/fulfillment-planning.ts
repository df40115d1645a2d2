import type { PlannedCall } from "../fulfillment/schema.ts";
import type { QuestionNode } from "../schema.ts";
import type { Incoming, Slots } from "./answers.ts";
import { type FlowContext, previewTurn } from "./engine.ts";

/** Decides which endpoints get a visitor's message, and in which role. Pure. */
export type Plan = {
  calls: PlannedCall[];
  /** Id of the node the message answers; 0 before the first. */
  flow: number;
  lastQuestionId: number;
  /** What is known once the message has been read. */
  slots: Slots;
};

/** The question asked last: the one that waits, else the one that was done last. */
function lastQuestion(context: FlowContext): QuestionNode | undefined {
  const { waiting, done } = context.state;
  const named = (name: string | undefined) => context.nodes.find((node) => node.internal_name === name);
  return named(waiting || undefined) ?? named(done.findLast((name) => named(name) !== undefined));
}

function globalCall(context: FlowContext, flow: number): PlannedCall[] {
  const url = context.settings.global_fulfillment_url ?? "";
  return url === "" ? [] : [{ source: "global", nodeName: "", flow, url }];
}

const callOf = ({ internal_name: nodeName, id: flow, fulfillment_url: url }: QuestionNode): PlannedCall => ({
  source: "node",
  nodeName,
  flow,
  url,
});

function known(context: FlowContext): Plan {
  const flow = lastQuestion(context)?.id ?? 0;
  return { calls: [], flow, lastQuestionId: flow, slots: context.state.slots };
}

/**
 * The global endpoint and that of the first node this turn processes: a statement (NONE) that the visitor saw before
 * writing, the question that the message answers, a statement shown then. While the bot is off only the global endpoint
 * gets messages (I4), and the flow does not read them.
 */
export function planCalls(context: FlowContext, incoming: Incoming, botOff: boolean): Plan {
  const plan = known(context);
  const global = globalCall(context, plan.flow);
  if (botOff) return { ...plan, calls: global };
  const { endpoints, slots } = previewTurn(context, incoming);
  return { ...plan, calls: [...global, ...endpoints.slice(0, 1).map(callOf)], slots };
}

/** The nodes' endpoints that the answers so far have led to and that were not asked in this turn, in their order. */
export function planFurther(context: FlowContext, incoming: Incoming, asked: readonly string[]): Plan {
  const { endpoints, slots } = previewTurn(context, incoming);
  const calls = endpoints.filter((node) => !asked.includes(node.internal_name)).map(callOf);
  return { ...known(context), calls, slots };
}
