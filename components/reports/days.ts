const dayMs = 86_400_000;

/** Today in a time zone, as yyyy-mm-dd. */
export function today(timeZone: string, now = new Date()): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" }).format(now);
}

/** So many days later; the same for what is no day. */
export function shiftedDay(day: string, days: number): string {
  const at = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(at) ? day : new Date(at + days * dayMs).toISOString().slice(0, 10);
}

/** How far the zone's clock is ahead of UTC then, in milliseconds. */
function aheadOf(timeZone: string, at: number): number {
  // Swedish writes 2026-11-22 05:00:00.
  const shown = Date.parse(`${new Date(at).toLocaleString("sv-SE", { timeZone }).replace(" ", "T")}Z`);
  return shown - Math.floor(at / 1000) * 1000;
}

/**
 * The beginning of a day by a zone's clock, as a time of UTC; what is no day stays as it is. Where clocks skip midnight
 * it is an hour later, where midnight comes twice the first of them.
 */
export function midnightIn(timeZone: string, day: string): string {
  const guess = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(guess)) return day;
  const around = [guess - dayMs, guess + dayMs].map((at) => guess - aheadOf(timeZone, at)).sort((a, b) => a - b);
  const begins = around.find((at) => today(timeZone, new Date(at)) === day) ?? guess;
  return new Date(begins).toISOString();
}
