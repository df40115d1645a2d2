import { daysToMonday, morningIn } from "#components/time/coming.ts";

export type SnoozeChoice = { name: "laterToday" | "tomorrow" | "nextWeek"; until: Date };

const laterHours = 3;

/** Later today while there is a later, tomorrow morning, and the coming Monday where that is another day. */
export function snoozeChoices(now: Date): SnoozeChoice[] {
  const later = new Date(now.getFullYear(), now.getMonth(), now.getDate(), now.getHours() + laterHours);
  const toMonday = daysToMonday(now);
  return [
    ...(later.getDate() === now.getDate() ? [{ name: "laterToday" as const, until: later }] : []),
    { name: "tomorrow", until: morningIn(now, 1) },
    ...(toMonday === 1 ? [] : [{ name: "nextWeek" as const, until: morningIn(now, toMonday) }]),
  ];
}
