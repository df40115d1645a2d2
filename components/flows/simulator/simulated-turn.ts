import type { Incoming } from "#server/chatbots/flow/answers.ts";
import { type FlowContext, type FlowResult, freshState, openFlow, takeTurn } from "#server/chatbots/flow/engine.ts";
import { mergeReplies } from "#server/chatbots/flow/fulfillment-merging.ts";
import { handOverWords } from "#server/chatbots/flow/words.ts";
import type { CallResult, PlacedAnswer } from "#server/chatbots/fulfillment/schema.ts";
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

/** What the endpoints have replied so far in the turn that begins now, one call or two at once after the other. */
export function heardInSimulation({ state }: Simulation, { nodes }: Surroundings, rounds: readonly Replies[]) {
  const calls: SimulatedCall[] = [];
  let answers: readonly PlacedAnswer[] = [];
  for (const { request, results } of rounds) {
    const merged = mergeReplies(answers, results, { state, nodes, silenced: false });
    answers = merged.answers;
    for (const one of merged.results)
      calls.push({ ...one, request: JSON.stringify({ ...request, flow: one.call.flow }, null, 2) });
  }
  return { answers, calls };
}

/** One message of the visitor, with what the endpoints asked about it have replied. */
export function sayInSimulation(
  before: Simulation,
  around: Surroundings,
  incoming: Incoming,
  rounds: readonly Replies[] = [],
): Simulation {
  const { answers, calls } = heardInSimulation(before, around, rounds);
  const isBroken = calls.some(({ outcome }) => outcome !== "answered");
  const failed = isBroken ? [event(calls.some(({ won }) => won) ? "fallback" : "failed")] : [];
  const lines: SimulatedLine[] = [{ from: "visitor", text: incoming.text, options: [] }, ...failed];
  return after(before, { around, lines, calls }, takeTurn({ ...around, answers, state: before.state }, incoming));
}
