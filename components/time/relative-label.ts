export type RelativeLabel =
  | { kind: "now" }
  | { kind: "minutes"; minutes: number }
  | { kind: "time" }
  | { kind: "weekday" }
  | { kind: "day" }
  | { kind: "date" };

const minute = 60_000;
const day = 24 * 60 * minute;

/**
 * How a list shows a moment: `now`, `12m`, `14:05` today, `Tue` within a week, `3 Nov` this year, else with the year.
 * Days are calendar days of `timeZone`. A clock a little behind the server's shows `now`, not the future.
 */
export function relativeLabel(at: Date, now: Date, timeZone: string): RelativeLabel {
  const age = now.getTime() - at.getTime();
  if (age > -minute && age < minute) return { kind: "now" };
  if (age > 0 && age < 60 * minute) return { kind: "minutes", minutes: Math.floor(age / minute) };
  const [year, dayNumber] = calendarDay(at, timeZone);
  const [yearNow, dayNumberNow] = calendarDay(now, timeZone);
  const days = dayNumberNow - dayNumber;
  if (days === 0) return { kind: "time" };
  if (days > 0 && days < 7) return { kind: "weekday" };
  return { kind: year === yearNow ? "day" : "date" };
}

/** The year, and a count of days that grows by one at each midnight of the zone. */
export function calendarDay(at: Date, timeZone: string): [number, number] {
  const parts = formatter(timeZone).formatToParts(at);
  const read = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  return [read("year"), Date.UTC(read("year"), read("month") - 1, read("day")) / day];
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-US", { timeZone, year: "numeric", month: "numeric", day: "numeric" });
  formatters.set(timeZone, made);
  return made;
}
