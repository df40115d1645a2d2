const morning = 9;

/** Nine in the morning, so many days on, by this browser's calendar: a change of the clock on the way moves nothing. */
export function morningIn(now: Date, days: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, morning);
}

/** How far the coming Monday is; on a Monday, the next one. */
export function daysToMonday(now: Date): number {
  return (8 - now.getDay()) % 7 || 7;
}
