import { daysToMonday, morningIn } from "#components/time/coming.ts";

export type SnoozeChoice = { name: "laterToday" | "tomorrow" | "nextWeek"; until: Date };

const laterHours = 3;

/** Later today while there is a later, tomorrow morning, and the coming Monday. */
export function snoozeChoices(now: Date): SnoozeChoice[] {
  const later = new Date(now.getFullYear(), now.getMonth(), now.getDate(), now.getHours() + laterHours);
  return [
    ...(later.getDate() === now.getDate() ? [{ name: "laterToday" as const, until: later }] : []),
    { name: "tomorrow", until: morningIn(now, 1) },
    { name: "nextWeek", until: morningIn(now, daysToMonday(now)) },
  ];
}
