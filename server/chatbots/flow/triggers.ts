import type { Trigger, TriggerMatch } from "#server/triggers/schema.ts";
import type { FlowChannel } from "./condition-schema.ts";
import { fold, isSpaced, spacedWords } from "./folding.ts";
import { type Steps, stepsOfMessage, testPattern } from "./patterns.ts";

/** A rule that is tried before the flow (H11). */
export type FlowTrigger = Pick<Trigger, "id" | "name" | "enabled" | "conditions" | "actions">;

/** Where and when a message comes; `fired`: the triggers that fire once and have. */
type Arrival = { channel: FlowChannel; channelId: string; open: boolean; fired: readonly string[] };

type TriggerReading =
  | { verdict: "disabled" | "channel" | "hours" | "text" | "done"; match: null }
  | { verdict: "matches"; match: TriggerMatch | null };

/** A message prepared for triggers: parsed once for all of them, which share the time limit. */
export type PreparedText = { text: string; said: string; words: string; steps: Steps };

export function prepareText(text: string, steps = stepsOfMessage()): PreparedText {
  return { text, said: fold(text), words: spacedWords(text), steps };
}

type Wanted = { wanted: string; phrase: string };
const preparedMatches = new WeakMap<TriggerMatch, Wanted>();

/** Once for each that a process remembers: rules are tried on every message. */
function prepare(match: TriggerMatch): Wanted {
  const known = preparedMatches.get(match);
  if (known) return known;
  const made = {
    wanted: fold(match.value),
    phrase: match.type === "phrase" && isSpaced(match.value) ? spacedWords(match.value) : "",
  };
  preparedMatches.set(match, made);
  return made;
}

function matches(match: TriggerMatch, { text, said, words: spoken, steps }: PreparedText): boolean {
  const { type, value } = match;
  const { wanted, phrase } = prepare(match);
  // A phrase of accents only would match every message.
  if (wanted === "") return false;
  switch (type) {
    case "phrase":
      // Symbols, such as an emoji, and scripts without spaces have no words.
      return phrase === "" ? said.includes(wanted) : spoken.includes(phrase);
    case "contains":
      return said.includes(wanted);
    case "startswith":
      return said.startsWith(wanted);
    case "endswith":
      return said.endsWith(wanted);
    case "equals":
      return said === wanted;
    case "regex":
      return testPattern(value, text, { insensitive: true, steps }) === true;
  }
}

/** Whether one of these may match: all but patterns, which cost and are tried once. Where none is waited for, it is. */
export const mayMatchAny = (wanted: readonly TriggerMatch[], prepared: PreparedText): boolean =>
  wanted.length === 0 || wanted.some((one) => one.type === "regex" || matches(one, prepared));

/** What one trigger makes of a message, and why. */
export function readTrigger(trigger: FlowTrigger, prepared: PreparedText, arrival: Arrival): TriggerReading {
  const { matches: wanted, channels = [], businessHours } = trigger.conditions;
  if (!trigger.enabled) return { verdict: "disabled", match: null };
  if (channels.length > 0 && !channels.includes(arrival.channel) && !channels.includes(arrival.channelId)) {
    return { verdict: "channel", match: null };
  }
  if (businessHours && arrival.open !== (businessHours === "in")) return { verdict: "hours", match: null };
  const match = wanted.find((one) => matches(one, prepared));
  if (wanted.length > 0 && !match) return { verdict: "text", match: null };
  if (trigger.actions.once && arrival.fired.includes(trigger.id)) return { verdict: "done", match: null };
  return { verdict: "matches", match: match ?? null };
}

/** Neither a condition nor anything to do: fired at every message, it would only silence the chatbot. */
function unfinished({ conditions, actions }: FlowTrigger): boolean {
  const { matches: wanted, channels = [], businessHours } = conditions;
  if (wanted.length > 0 || channels.length > 0 || businessHours) return false;
  const { response = [], tag, assignTo = [], goToName, operatorNeeded, ignoreLead } = actions;
  const says = [response].flat().some((text) => text.trim() !== "");
  return !says && !tag && assignTo.length === 0 && !goToName && !operatorNeeded && !ignoreLead;
}

/** The same before the flow, where a trigger that does nothing fires at nothing. */
export function tryTrigger(trigger: FlowTrigger, prepared: PreparedText, arrival: Arrival): TriggerReading {
  const reading = readTrigger(trigger, prepared, arrival);
  return reading.verdict === "matches" && unfinished(trigger) ? { verdict: "text", match: null } : reading;
}

/** The first trigger in order that matches. */
export function firstMatch(triggers: readonly FlowTrigger[], text: string, arrival: Arrival): FlowTrigger | undefined {
  const prepared = prepareText(text);
  return triggers.find((trigger) => tryTrigger(trigger, prepared, arrival).verdict === "matches");
}
