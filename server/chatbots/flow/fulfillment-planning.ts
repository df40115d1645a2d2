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

/**
 * The global endpoint and that of the node this turn processes: the question that the message answers, else the first
 * statement (NONE) shown, which never gets an answer. Where a trigger answers, no node's endpoint is called. While the
 * bot is off only the global endpoint gets messages (I4), and the flow does not read them.
 */
export function planCalls(context: FlowContext, incoming: Incoming, botOff: boolean): Plan {
  const last = lastQuestion(context);
  const flow = last?.id ?? 0;
  const known = { flow, lastQuestionId: flow, slots: context.state.slots };
  if (botOff) return { ...known, calls: globalCall(context, flow) };
  const { endpoint, slots, fired } = previewTurn(context, incoming);
  const nodeCall: PlannedCall[] =
    endpoint && !fired
      ? [{ source: "node", nodeName: endpoint.internal_name, flow: endpoint.id, url: endpoint.fulfillment_url }]
      : [];
  return { ...known, calls: [...globalCall(context, flow), ...nodeCall], slots };
}
