export type LaterChoice = { name: "inAnHour" | "tomorrow" | "monday"; at: Date };

const morning = 9;

/** Nine in the morning, so many days on, by this browser's calendar: a change of the clock on the way moves nothing. */
function morningIn(now: Date, days: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, morning);
}

/** When most messages for later leave. */
export function laterChoices(now: Date): LaterChoice[] {
  const toMonday = (8 - now.getDay()) % 7 || 7;
  return [
    { name: "inAnHour", at: new Date(now.getTime() + 3_600_000) },
    { name: "tomorrow", at: morningIn(now, 1) },
    ...(toMonday === 1 ? [] : [{ name: "monday" as const, at: morningIn(now, toMonday) }]),
  ];
}
