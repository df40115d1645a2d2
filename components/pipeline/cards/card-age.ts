import type { Phase } from "#server/phases/schema.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

export type CardAge = {
  unit: "minutes" | "hours" | "days";
  count: number;
  tone: "calm" | "aging" | "stale";
};

/** How long a conversation has stood in its phase, and whether the phase calls that long or too long. */
export function ageIn(phase: Pick<Phase, "agingDays" | "staleDays">, since: string, now: number): CardAge {
  const age = Math.max(0, now - Date.parse(since));
  const over = (days: number) => days > 0 && age >= days * day;
  const tone = over(phase.staleDays) ? "stale" : over(phase.agingDays) ? "aging" : "calm";
  if (age < hour) return { unit: "minutes", count: Math.floor(age / minute), tone };
  if (age < day) return { unit: "hours", count: Math.floor(age / hour), tone };
  return { unit: "days", count: Math.floor(age / day), tone };
}
