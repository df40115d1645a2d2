/** A line between rows that names those below it; `at` is the index of the first of them. */
export type ListHead = { key: string; label: string; at: number };

/** What stands at a place of a list with heads: one of them, or the row of this index. */
export type ListPart = { head: ListHead } | { row: number };

/** Heads are in the order of the list, and none is without a row. */
export function partAt(heads: readonly ListHead[], place: number): ListPart {
  let before = 0;
  for (const head of heads) {
    if (place === head.at + before) return { head };
    if (place < head.at + before) break;
    before += 1;
  }
  return { row: place - before };
}

/** The place of a row. */
export function placeOf(heads: readonly ListHead[], row: number): number {
  return row + heads.filter(({ at }) => at <= row).length;
}

/** How many rows end above `offset`. */
export function rowsAbove(heads: readonly ListHead[], offset: number, height: { row: number; head: number }): number {
  let top = 0;
  let rows = 0;
  for (const { at } of heads) {
    const fits = Math.floor((offset - top) / height.row);
    if (rows + fits < at) return rows + Math.max(0, fits);
    top += (at - rows) * height.row + height.head;
    rows = at;
    if (top > offset) return rows;
  }
  return rows + Math.max(0, Math.floor((offset - top) / height.row));
}

/** Rows in view by the head above them; one without a head where the list has none. */
export function underHeads<Placed extends { index: number }>(
  heads: readonly ListHead[],
  placed: readonly Placed[],
): { head: ListHead | undefined; parts: { placed: Placed; part: ListPart }[] }[] {
  const groups: ReturnType<typeof underHeads<Placed>> = [];
  for (const one of placed) {
    const part = partAt(heads, one.index);
    const row = "head" in part ? part.head.at : part.row;
    const head = heads.findLast(({ at }) => at <= row);
    const last = groups.at(-1);
    if (last && last.head === head) last.parts.push({ placed: one, part });
    else groups.push({ head, parts: [{ placed: one, part }] });
  }
  return groups;
}
