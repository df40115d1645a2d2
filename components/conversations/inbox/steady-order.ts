type Row = { id: string };

export type SteadyRows<Item extends Row> = {
  rows: readonly Item[];
  /** Rows that have come or moved up meanwhile: they are in their place again at the top of the list. */
  fresh: number;
};

/**
 * Keeps a list still while the reader is further down: known rows stay where they were, with their new content; rows
 * that came above the fold wait; rows loaded at the end join. `held` is the order when the reader left the top.
 */
export function steadyRows<Item extends Row>(
  held: readonly string[] | undefined,
  live: readonly Item[],
): SteadyRows<Item> {
  if (!held) return { rows: live, fresh: 0 };
  const position = new Map(live.map((row, index) => [row.id, index]));
  const known = new Set(held);
  const kept = held.flatMap((id) => {
    const index = position.get(id);
    return index === undefined ? [] : [index];
  });
  const last = kept.reduce((a, b) => Math.max(a, b), -1);
  const shown = kept.flatMap((index) => live[index] ?? []);
  const tail = live.filter((row, index) => index > last && !known.has(row.id));
  const arrived = live.length - kept.length - tail.length;
  return { rows: [...shown, ...tail], fresh: arrived + (kept.length - longestRise(kept)) };
}

/* Length of the longest run that kept its order: all others have moved. */
function longestRise(values: readonly number[]): number {
  const ends: number[] = [];
  for (const value of values) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    ends[low] = value;
  }
  return ends.length;
}
