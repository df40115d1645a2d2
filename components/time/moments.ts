/*
 * How moments are written, one way for the whole session: the words and their order come from the reader's language,
 * the clock always has 24 hours. Anything else writes 23:42 beside 11:42 PM.
 */
const hourCycle = "h23";

/** 14:05 */
export const clock = { hour: "2-digit", minute: "2-digit", hourCycle } as const;
/** 14:05:09 */
export const clockWithSeconds = { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle } as const;
/** Nov 3, 2026, 14:05 */
export const moment = { dateStyle: "medium", timeStyle: "short", hourCycle } as const;
/** Nov 3, 2026, 14:05:09 */
export const momentWithSeconds = { dateStyle: "medium", timeStyle: "medium", hourCycle } as const;
/** Tue, Nov 3, 14:05: a moment in the coming days. */
export const nearMoment = {
  weekday: "short",
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle,
} as const;
/** Tuesday, November 3, 2026 at 14:05 */
export const wordedMoment = { dateStyle: "full", timeStyle: "short", hourCycle } as const;
/** Tuesday, November 3, 2026 at 14:05:09 */
export const exactMoment = { dateStyle: "full", timeStyle: "medium", hourCycle } as const;
/** The same with the name of the zone. */
export const zonedMoment = { dateStyle: "full", timeStyle: "long", hourCycle } as const;
