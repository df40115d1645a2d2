import { daysToMonday, morningIn } from "#components/time/coming.ts";

export type LaterChoice = { name: "inAnHour" | "tomorrow" | "monday"; at: Date };

/** When most messages for later leave. */
export function laterChoices(now: Date): LaterChoice[] {
  const toMonday = daysToMonday(now);
  return [
    { name: "inAnHour", at: new Date(now.getTime() + 3_600_000) },
    { name: "tomorrow", at: morningIn(now, 1) },
    ...(toMonday === 1 ? [] : [{ name: "monday" as const, at: morningIn(now, toMonday) }]),
  ];
}
