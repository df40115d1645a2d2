import type { Trigger, TriggerMatch } from "#server/triggers/schema.ts";
import { fold } from "./answers.ts";
import type { FlowChannel } from "./condition-schema.ts";
import { type Steps, stepsOfMessage, testPattern } from "./patterns.ts";

/** A rule that is tried before the flow (H11). */
export type FlowTrigger = Pick<Trigger, "id" | "name" | "enabled" | "conditions" | "actions">;

/** Where and when a message comes; `fired`: the triggers that fire once and have. */
export type Arrival = { channel: FlowChannel; channelId: string; open: boolean; fired: readonly string[] };

export type TriggerReading =
  | { verdict: "disabled" | "channel" | "hours" | "text" | "done"; match: null }
  | { verdict: "matches"; match: TriggerMatch | null };

const words = (text: string) =>
  ` ${fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()} `;

/** A message prepared for triggers: parsed once for all of them, which share the time limit. */
export type Heard = { text: string; said: string; words: string; steps: Steps };

export function hear(text: string): Heard {
  return { text, said: fold(text), words: words(text), steps: stepsOfMessage() };
}

function matches({ type, value }: TriggerMatch, { text, said, words: spoken, steps }: Heard): boolean {
  const wanted = fold(value);
  // A phrase of accents only would match every message.
  if (wanted === "") return false;
  switch (type) {
    case "phrase": {
      const phrase = words(value);
      // A phrase of symbols only, such as an emoji, has no words.
      return phrase.trim() === "" ? said.includes(wanted) : spoken.includes(phrase);
    }
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

/** What one trigger makes of a message, and why. */
export function readTrigger(trigger: FlowTrigger, heard: Heard, arrival: Arrival): TriggerReading {
  const { matches: wanted, channels = [], businessHours } = trigger.conditions;
  if (!trigger.enabled) return { verdict: "disabled", match: null };
  if (channels.length > 0 && !channels.includes(arrival.channel) && !channels.includes(arrival.channelId)) {
    return { verdict: "channel", match: null };
  }
  if (businessHours && arrival.open !== (businessHours === "in")) return { verdict: "hours", match: null };
  const match = wanted.find((one) => matches(one, heard));
  if (wanted.length > 0 && !match) return { verdict: "text", match: null };
  if (trigger.actions.once && arrival.fired.includes(trigger.id)) return { verdict: "done", match: null };
  return { verdict: "matches", match: match ?? null };
}

/** The first trigger in order that matches. */
export function firstMatch(triggers: readonly FlowTrigger[], text: string, arrival: Arrival): FlowTrigger | undefined {
  const heard = hear(text);
  return triggers.find((trigger) => readTrigger(trigger, heard, arrival).verdict === "matches");
}
