import type { Trigger, TriggerMatch } from "#server/triggers/schema.ts";
import type { FlowChannel } from "./condition-schema.ts";
import { fold } from "./flow-answers.ts";
import { testPattern } from "./flow-patterns.ts";

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

function matches({ type, value }: TriggerMatch, text: string): boolean {
  const [said, wanted] = [fold(text), fold(value)];
  switch (type) {
    case "phrase": {
      const phrase = words(value);
      // A phrase of signs only, an emoji say, has no words.
      return phrase.trim() === "" ? said.includes(wanted) : words(text).includes(phrase);
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
      return testPattern(value, text, true) === true;
  }
}

/** What one trigger makes of a message, and why. */
export function readTrigger(trigger: FlowTrigger, text: string, arrival: Arrival): TriggerReading {
  const { matches: wanted, channels = [], businessHours } = trigger.conditions;
  if (!trigger.enabled) return { verdict: "disabled", match: null };
  if (channels.length > 0 && !channels.includes(arrival.channel) && !channels.includes(arrival.channelId)) {
    return { verdict: "channel", match: null };
  }
  if (businessHours && arrival.open !== (businessHours === "in")) return { verdict: "hours", match: null };
  const match = wanted.find((one) => matches(one, text));
  if (wanted.length > 0 && !match) return { verdict: "text", match: null };
  if (trigger.actions.once && arrival.fired.includes(trigger.id)) return { verdict: "done", match: null };
  return { verdict: "matches", match: match ?? null };
}

/** The first trigger in order that matches. */
export function firstMatch(triggers: readonly FlowTrigger[], text: string, arrival: Arrival): FlowTrigger | undefined {
  return triggers.find((trigger) => readTrigger(trigger, text, arrival).verdict === "matches");
}
