/** The one clock of every time rule (24-hour window, ladders, idle times); tests move it. */
let offsetMs = 0;

/** The time of this moment, by that clock. */
export function now(): Date {
  return shifted(Date.now());
}

/** The same in milliseconds. */
export function nowMs(): number {
  return Date.now() + offsetMs;
}

/** A time of another clock (the database's) as this clock shows it. */
export function shifted(ms: number): Date {
  return new Date(ms + offsetMs);
}

/** Tests only: shift the clock by milliseconds relative to the machine's. */
export function shiftClock(ms: number): void {
  offsetMs = ms;
}

export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;
