import type { Incoming } from "#server/chatbots/flow/answers.ts";
import { type FlowContext, type FlowResult, freshState, openFlow, takeTurn } from "#server/chatbots/flow/engine.ts";
import { mergeResults, placeOfAnswer } from "#server/chatbots/flow/fulfillment-merging.ts";
import { handOverWords } from "#server/chatbots/flow/words.ts";
import type { CallResult } from "#server/chatbots/fulfillment/schema.ts";
import type { SimulatedCall, SimulatedLine, Simulation } from "./simulation.ts";

/** All that a turn needs beside where the conversation stands. */
export type Surroundings = Omit<FlowContext, "state">;

const event = (text: string): SimulatedLine => ({ from: "event", text, options: [] });

function botLines({ messages, operatorNeeded }: FlowResult, around: Surroundings): SimulatedLine[] {
  const said = messages.map(
    ({ text, imageUrl, options }): SimulatedLine => ({
      from: "bot",
      text,
      options,
      ...(imageUrl === undefined ? {} : { imageUrl }),
    }),
  );
  if (!operatorNeeded) return said;
  const words = handOverWords(around.settings, around);
  return [...said, ...words.map((text): SimulatedLine => ({ from: "bot", text, options: [] })), event("operator")];
}

type Asked = { around: Surroundings; lines: readonly SimulatedLine[]; calls: readonly SimulatedCall[] };

function after(before: Simulation, asked: Asked, result: FlowResult): Simulation {
  return {
    begunAt: before.begunAt,
    state: result.state,
    lines: [...before.lines, ...asked.lines, ...botLines(result, asked.around)],
    turns: [...before.turns, { ...result, calls: asked.calls }],
  };
}

/** What a visitor sees before writing; a person whom it asks for gets the first message. */
export function openSimulation(around: Surroundings): Simulation {
  const nothing: Simulation = { begunAt: around.now, state: freshState, lines: [], turns: [] };
  const opening = openFlow({ ...around, state: freshState });
  return after(nothing, { around, lines: [], calls: [] }, { ...opening, operatorNeeded: false });
}

export type Replies = { request: object; results: readonly CallResult[] };

/** One message of the visitor, with what the endpoints asked about it have replied. */
export function sayInSimulation(
  before: Simulation,
  around: Surroundings,
  incoming: Incoming,
  { request, results }: Replies = { request: {}, results: [] },
): Simulation {
  const { state } = before;
  const merged = mergeResults(results, { slots: state.slots, nodes: around.nodes, muffled: false });
  const calls = merged.results.map((one) => {
    return { ...one, request: JSON.stringify({ ...request, flow: one.call.flow }, null, 2) };
  });
  const isBroken = calls.some(({ outcome }) => outcome !== "answered");
  const failed = isBroken ? [event(calls.some(({ won }) => won) ? "fallback" : "failed")] : [];
  const lines: SimulatedLine[] = [{ from: "visitor", text: incoming.text, options: [] }, ...failed];
  const answers = merged.answer ? [{ answer: merged.answer, at: placeOfAnswer(merged, state) }] : [];
  return after(before, { around, lines, calls }, takeTurn({ ...around, answers, state }, incoming));
}
