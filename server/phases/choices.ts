export const phaseTypes = ["progress", "success", "lost"] as const;
export type PhaseType = (typeof phaseTypes)[number];

/** As many as a company begins with: more need the plan's `unlimited_kanban`. */
export const planPhases = 4;

/** Defaults: cards in progress age, won and lost ones do not. */
export function usualAges(type: PhaseType): { agingDays: number; staleDays: number } {
  return type === "progress" ? { agingDays: 3, staleDays: 7 } : { agingDays: 0, staleDays: 0 };
}
