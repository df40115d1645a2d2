import type { CallResult, FulfillmentAnswer, FulfillmentNote, PlacedAnswer } from "../fulfillment/schema.ts";
import type { QuestionNode } from "../schema.ts";
import type { Slots } from "./answers.ts";
import { fitCustom, jumpOf, mergeAnswers } from "./fulfillment-answer.ts";
import type { FlowState } from "./state-schema.ts";

export type Merged = {
  answer: FulfillmentAnswer | null;
  /** The results with all that was dropped, for the inspector. */
  results: (CallResult & { won: boolean })[];
};

const silence = { goToName: "", flow: null, text: [], responseType: "TEXT" as const, options: [], stopChat: false };

function says({ goToName, flow, text, stopChat }: FulfillmentAnswer): boolean {
  return goToName !== "" || flow !== null || text.length > 0 || stopChat;
}

function withNotes(result: CallResult, notes: readonly FulfillmentNote[], won: boolean) {
  return { ...result, won, notes: [...result.notes, ...notes].slice(0, 100) };
}

/** Both results as one answer (I2, I4): which one won, and what of each has no effect. */
function mergeResults(
  results: readonly CallResult[],
  { slots, nodes, silenced }: { slots: Slots; nodes: readonly QuestionNode[]; silenced: boolean },
): Merged {
  const of = (source: CallResult["call"]["source"]) => results.find((one) => one.call.source === source && one.answer);
  const [global, node] = [of("global"), of("node")];
  const merged = mergeAnswers(global?.answer ?? null, node?.answer ?? null);
  const winner = node ?? global;
  if (!merged || !winner) return { answer: null, results: results.map((one) => withNotes(one, [], false)) };
  const fitting = fitCustom(slots.custom, merged.writes.custom ?? {});
  const jump = silenced ? { target: "", notes: [] } : jumpOf(merged, nodes);
  const dropped: FulfillmentNote[] = silenced && says(merged) ? [{ field: "response", reason: "bot_off" }] : [];
  const { custom: _all, ...writes } = merged.writes;
  const answer: FulfillmentAnswer = {
    ...merged,
    ...(silenced ? silence : { goToName: jump.target, flow: null }),
    writes: { ...writes, ...(Object.keys(fitting.custom).length > 0 ? { custom: fitting.custom } : {}) },
  };
  const notes = [...dropped, ...jump.notes, ...fitting.notes];
  return {
    answer,
    results: results.map((one) => {
      if (one === winner) return withNotes(one, notes, true);
      return withNotes(one, one.answer ? [{ field: "", reason: "superseded" }] : [], false);
    }),
  };
}

/**
 * Where the merged answer applies: "" at the question answered, or at a statement that was shown before the visitor wrote;
 * else the name of a NONE node.
 */
function placeOfAnswer(
  { results }: Pick<Merged, "results">,
  { waiting, at, done }: Pick<FlowState, "waiting" | "at" | "done">,
): string {
  const name = results.find((one) => one.won)?.call.nodeName ?? "";
  return name === waiting || (at === "" && done.includes(name)) ? "" : name;
}

type ReplyContext = { state: FlowState; nodes: readonly QuestionNode[]; silenced: boolean };

/** What calls that ended add to what was answered before in the same turn. */
export function mergeReplies(
  earlier: readonly PlacedAnswer[],
  results: readonly CallResult[],
  { state, nodes, silenced }: ReplyContext,
): { answers: PlacedAnswer[]; results: Merged["results"] } {
  const written = earlier.flatMap(({ answer }) => Object.entries(answer.writes.custom ?? {}));
  const custom = { ...state.slots.custom, ...Object.fromEntries(written) };
  const merged = mergeResults(results, { slots: { ...state.slots, custom }, nodes, silenced });
  const { answer } = merged;
  const added = answer ? [{ answer, at: placeOfAnswer(merged, state) }] : [];
  return { answers: [...earlier, ...added], results: merged.results };
}
