import type { QuietHours } from "./choices.ts";

const clocks = new Map<string, Intl.DateTimeFormat>();

/** "HH:MM" on the clocks of a zone. */
function clockIn(timeZone: string, at: Date): string {
  let clock = clocks.get(timeZone);
  if (!clock) {
    clock = new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
    clocks.set(timeZone, clock);
  }
  return clock.format(at);
}

/** Whether the person wants no noise at this moment: by the clock on their wall, whatever summer time does. */
export function isQuiet(hours: QuietHours | null, at: Date): boolean {
  if (!hours || hours.from === hours.until) return false;
  const { from, until, timeZone } = hours;
  const time = clockIn(timeZone, at);
  return from < until ? from <= time && time < until : time >= from || time < until;
}
