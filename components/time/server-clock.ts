/* What an answer's way and its date, which has whole seconds, may make of a clock that is right. */
const tolerance = 60_000;

let ahead = 0;
const listeners = new Set<() => void>();

/** The moment by the server's clock: this computer's may be wrong by hours, and times are judged over there. */
export const serverNow = (): number => Date.now() - ahead;

/** Learns from the `Date` of an answer how wrong this computer's clock is. One that a sleep came between says nothing. */
export function hearServerDate(date: string | null, askedAt: number): void {
  const now = Date.now();
  const off = now - Date.parse(date ?? "");
  if (Number.isNaN(off) || Math.abs(now - askedAt) > tolerance) return;
  const found = Math.abs(off) > tolerance ? off : 0;
  if (Math.abs(found - ahead) <= tolerance) return;
  ahead = found;
  for (const listener of listeners) listener();
}

/** Calls when the clock turns out to be wrong, or right again. */
export function onClockChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
