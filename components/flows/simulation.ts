import { type FlowContext, type FlowResult, freshState, openFlow, takeTurn } from "#server/chatbots/flow.ts";
import type { Incoming } from "#server/chatbots/flow-answers.ts";
import type { FlowState } from "#server/chatbots/flow-state-schema.ts";

/** A conversation with the draft, as a visitor would have it. */

export type SimulatedLine = {
  from: "visitor" | "bot" | "event";
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

export type SimulatedTurn = Pick<FlowResult, "trace" | "tags" | "assign" | "fired" | "stopped" | "operatorNeeded">;

export type Simulation = {
  state: FlowState;
  lines: readonly SimulatedLine[];
  /** What each turn did, the opening first. */
  turns: readonly SimulatedTurn[];
};

/** All that a turn needs beside where the conversation stands. */
export type Surroundings = Omit<FlowContext, "state">;

function botLines({ messages, operatorNeeded }: FlowResult): SimulatedLine[] {
  const said = messages.map(
    ({ text, imageUrl, options }): SimulatedLine => ({
      from: "bot",
      text,
      options,
      ...(imageUrl === undefined ? {} : { imageUrl }),
    }),
  );
  return operatorNeeded ? [...said, { from: "event", text: "operator", options: [] }] : said;
}

function after(before: Simulation, asked: readonly SimulatedLine[], result: FlowResult): Simulation {
  return {
    state: result.state,
    lines: [...before.lines, ...asked, ...botLines(result)],
    turns: [...before.turns, result],
  };
}

const nothing: Simulation = { state: freshState, lines: [], turns: [] };

/** What a visitor sees before writing. */
export function openSimulation(around: Surroundings): Simulation {
  return after(nothing, [], openFlow({ ...around, state: freshState }));
}

export function sayInSimulation(before: Simulation, around: Surroundings, incoming: Incoming): Simulation {
  const line: SimulatedLine = { from: "visitor", text: incoming.text, options: [] };
  return after(before, [line], takeTurn({ ...around, state: before.state }, incoming));
}

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
