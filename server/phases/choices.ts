export const phaseTypes = ["progress", "success", "lost"] as const;
export type PhaseType = (typeof phaseTypes)[number];

/** Defaults: cards in progress age, won and lost ones do not. */
export function usualAges(type: PhaseType): { agingDays: number; staleDays: number } {
  return type === "progress" ? { agingDays: 3, staleDays: 7 } : { agingDays: 0, staleDays: 0 };
}
