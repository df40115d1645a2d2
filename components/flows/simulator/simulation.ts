import type { FlowResult } from "#server/chatbots/flow/engine.ts";
import type { FlowState } from "#server/chatbots/flow/state-schema.ts";
import type { CallResult } from "#server/chatbots/fulfillment/schema.ts";

/** A conversation with the draft, as a visitor would have it. */

export type SimulatedLine = {
  from: "visitor" | "bot" | "event";
  /** Of an event: what happened: operator, failed, or fallback where one of two endpoints failed. */
  text: string;
  imageUrl?: string;
  options: readonly string[];
};

/** Where the flow stands, for the canvas. */
export type SimulatedPlace = {
  /** internal_name of the question that waits. */
  waiting: string;
  /** Steps that the last turn went through. */
  passed: ReadonlySet<string>;
  /** Jumps that the last turn took, "from>to". */
  jumps: ReadonlySet<string>;
};

/** A call to an endpoint, and whether its answer was the turn's. */
export type SimulatedCall = CallResult & { won: boolean; request: string };

export type SimulatedTurn = Pick<FlowResult, "trace" | "tags" | "assign" | "fired" | "stopped" | "operatorNeeded"> & {
  calls: readonly SimulatedCall[];
};

export type Simulation = {
  begunAt: Date;
  state: FlowState;
  lines: readonly SimulatedLine[];
  /** What each turn did, the opening first. */
  turns: readonly SimulatedTurn[];
};

/** The bot was handed over: it says nothing more. */
export function isHandedOver({ turns }: Simulation): boolean {
  return turns.some((turn) => turn.operatorNeeded);
}

export function placeOf({ state, turns }: Simulation): SimulatedPlace {
  const trace = turns.at(-1)?.trace ?? [];
  const jumps = trace.flatMap(({ event, node }, at) => {
    const from = trace.slice(0, at).findLast((one) => one.node !== node)?.node;
    return event === "jumped" && from !== undefined ? [`${from}>${node}`] : [];
  });
  return { waiting: state.waiting, passed: new Set(trace.map(({ node }) => node)), jumps: new Set(jumps) };
}
