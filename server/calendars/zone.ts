import { day } from "#server/base/clock.ts";

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const numeric = { year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric" } as const;
  const made = new Intl.DateTimeFormat("en-US", {
    timeZone,
    ...numeric,
    second: "numeric",
    hourCycle: "h23",
    era: "short",
  });
  formats.set(timeZone, made);
  return made;
}

/** How far the clocks of a zone are ahead of UTC at this moment, in milliseconds. */
export function offsetAt(timeZone: string, at: number): number {
  if (timeZone === "UTC") return 0;
  const whole = Math.floor(at / 1000) * 1000;
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(whole)
      .map(({ type, value }) => [type, value]),
  );
  const [year, month, date] = [Number(parts.year), Number(parts.month), Number(parts.day)];
  return Date.UTC(year, month - 1, date, Number(parts.hour), Number(parts.minute), Number(parts.second)) - whole;
}

/** The first moment after `from` at which the clocks are set otherwise; they are at `to`. */
function turnBetween(timeZone: string, from: number, to: number): number {
  const before = offsetAt(timeZone, from);
  let [early, late] = [from, to];
  while (late - early > 1000) {
    const middle = early + Math.floor((late - early) / 2000) * 1000;
    if (offsetAt(timeZone, middle) === before) early = middle;
    else late = middle;
  }
  return late;
}

/** A stretch of time in which the clocks are not set. */
type Steady = { from: number; to: number; offset: number };

const steadyDays = new Map<string, readonly Steady[]>();
const most = 20_000;

function steadyOf(timeZone: string, utcDay: number): readonly Steady[] {
  const key = `${timeZone} ${utcDay}`;
  const known = steadyDays.get(key);
  if (known) return known;
  const [from, to] = [utcDay * day, (utcDay + 1) * day];
  const [first, last] = [offsetAt(timeZone, from), offsetAt(timeZone, to)];
  const turn = first === last ? to : turnBetween(timeZone, from, to);
  const made = [
    { from, to: turn, offset: first },
    { from: turn, to, offset: last },
  ].filter((one) => one.from < one.to);
  if (steadyDays.size >= most) steadyDays.clear();
  steadyDays.set(key, made);
  return made;
}

/** The time from `from` to `to`, cut where a day of UTC ends and where the clocks are set. */
export function* steadyBetween(timeZone: string, from: number, to: number): Generator<Steady> {
  for (let utcDay = Math.floor(from / day); utcDay * day < to; utcDay += 1) {
    for (const one of steadyOf(timeZone, utcDay)) {
      const cut = { from: Math.max(one.from, from), to: Math.min(one.to, to), offset: one.offset };
      if (cut.from < cut.to) yield cut;
    }
  }
}
