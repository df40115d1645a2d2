export type Ago = { unit: "justNow" } | { unit: "secondsAgo" | "minutesAgo" | "hoursAgo"; count: number };

/** How long ago something was, in the unit that says it best. */
export function repliedAgo(at: string, now: number): Ago {
  const seconds = Math.floor((now - Date.parse(at)) / 1000);
  if (seconds < 5) return { unit: "justNow" };
  if (seconds < 60) return { unit: "secondsAgo", count: seconds };
  if (seconds < 3600) return { unit: "minutesAgo", count: Math.floor(seconds / 60) };
  return { unit: "hoursAgo", count: Math.floor(seconds / 3600) };
}
