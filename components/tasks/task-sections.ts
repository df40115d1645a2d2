import { calendarDay } from "#components/time/relative-label.ts";

export const openSections = ["overdue", "today", "later", "undated"] as const;
export type OpenSection = (typeof openSections)[number];

/** Where an open task stands. Today ends at midnight by the calendar of `timeZone`, also on days of 23 or 25 hours. */
export function sectionOf(dueAt: string | null, now: Date, timeZone: string): OpenSection {
  if (dueAt === null) return "undated";
  const due = new Date(dueAt);
  if (due.getTime() <= now.getTime()) return "overdue";
  return calendarDay(due, timeZone)[1] === calendarDay(now, timeZone)[1] ? "today" : "later";
}

/** Those of each section, in the order they came; sections without any are left out. */
export function bySection<Task extends { dueAt: string | null }>(
  tasks: readonly Task[],
  now: Date,
  timeZone: string,
): [OpenSection, Task[]][] {
  const found = Map.groupBy(tasks, ({ dueAt }) => sectionOf(dueAt, now, timeZone));
  return openSections.flatMap((section) => {
    const members = found.get(section);
    return members ? [[section, members] as [OpenSection, Task[]]] : [];
  });
}
