export type SnoozeChoice = { name: "laterToday" | "tomorrow" | "nextWeek"; until: Date };

const laterHours = 3;
const morning = 9;

/** Nine in the morning, so many days on, by this browser's calendar: a change of the clock on the way moves nothing. */
function morningIn(now: Date, days: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, morning);
}

/** Later today while there is a later, tomorrow morning, and the coming Monday. */
export function snoozeChoices(now: Date): SnoozeChoice[] {
  const later = new Date(now.getFullYear(), now.getMonth(), now.getDate(), now.getHours() + laterHours);
  const toMonday = ((8 - now.getDay()) % 7 || 7) as number;
  return [
    ...(later.getDate() === now.getDate() ? [{ name: "laterToday" as const, until: later }] : []),
    { name: "tomorrow", until: morningIn(now, 1) },
    { name: "nextWeek", until: morningIn(now, toMonday) },
  ];
}
