const minute = 60_000;

/** Whole minutes until the answering window ends; 0 once it is over, undefined where there is none. */
export function minutesLeft(windowExpiresAt: string | null, now: number): number | undefined {
  if (windowExpiresAt === null) return undefined;
  return Math.max(0, Math.ceil((Date.parse(windowExpiresAt) - now) / minute));
}

/**
 * What to say of a window, and of which moment. Not when the visitor wrote: a window that an advertisement opened is
 * longer than a day.
 */
export function windowNote(windowExpiresAt: string, now: number): { word: "explain" | "explainOver"; date: Date } {
  const date = new Date(windowExpiresAt);
  return { word: date.getTime() > now ? "explain" : "explainOver", date };
}

/** Under this it is worth a sign in the list. */
export const pressingMinutes = 4 * 60;

export function hoursAndMinutes(minutes: number): { hours: number; minutes: number } {
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 };
}
