/** The row after the one that goes, else the one before; none where it is not on the list or stands alone. */
export function rowBeside<Row extends { id: string }>(rows: readonly Row[], id: string): Row | undefined {
  const at = rows.findIndex((row) => row.id === id);
  return at < 0 ? undefined : (rows[at + 1] ?? rows[at - 1]);
}

/** Where a row stands; one that has left the list stands where it was, before the row that took its place. */
export type Place = { at: number; gone: boolean };

export function placeOf<Row extends { id: string }>(
  rows: readonly Row[],
  id: string | undefined,
  last: { id: string; at: number } | undefined,
): Place {
  const at = id === undefined ? -1 : rows.findIndex((row) => row.id === id);
  return at < 0 && last !== undefined && last.id === id ? { at: last.at, gone: true } : { at, gone: false };
}

/** The place that a step from here leads to; it may be beyond the ends. */
export function stepFrom({ at, gone }: Place, by: "next" | "previous"): number {
  if (by === "previous") return at - 1;
  return gone ? at : at + 1;
}

/** The places that are likely to be opened from here, the likeliest first: two further on, one back. */
export function placesAround(place: Place, count: number): number[] {
  if (place.at < 0) return [];
  const next = stepFrom(place, "next");
  return [next, next + 1, place.at - 1].filter((at) => at >= 0 && at < count);
}
