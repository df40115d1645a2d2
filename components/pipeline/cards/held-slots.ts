type Row = { id: string };

export type Slot<Item extends Row> =
  | { kind: "card"; key: string; row: Item }
  /** The card under the pointer has left the column: it stays until the pointer does. */
  | { kind: "left"; key: string; row: Item }
  /** Another one has left: its place stays empty so that nothing below moves. */
  | { kind: "gone"; key: string }
  /** Where a lifted card would land. */
  | { kind: "landing"; key: string };

export type Slots<Item extends Row> = {
  slots: readonly Slot<Item>[];
  /** Cards that wait to be shown until the pointer leaves. */
  waiting: number;
};

const card = <Item extends Row>(row: Item): Slot<Item> => ({ kind: "card", key: row.id, row });

/**
 * What a column shows. While it is held (a pointer rests in it), every card keeps its place whatever others do: changed
 * cards show their new content, cards that left leave a gap, new ones wait, and what is loaded at the end joins.
 */
export function slotsOf<Item extends Row>(
  held: readonly Item[] | undefined,
  live: readonly Item[],
  pointedId: string | undefined,
): Slots<Item> {
  if (!held) return { slots: live.map(card), waiting: 0 };
  const now = new Map(live.map((row, index) => [row.id, { row, index }]));
  const known = new Set(held.map((row) => row.id));
  let last = -1;
  const kept = held.map((row): Slot<Item> => {
    const found = now.get(row.id);
    if (found) last = Math.max(last, found.index);
    if (found) return card(found.row);
    return row.id === pointedId ? { kind: "left", key: row.id, row } : { kind: "gone", key: row.id };
  });
  const tail = live.filter((row, index) => index > last && !known.has(row.id));
  // Where nothing of what was held is left, everything counts as new.
  const joining = last < 0 && held.length > 0 ? [] : tail;
  const present = kept.filter((slot) => slot.kind === "card").length;
  return { slots: [...kept, ...joining.map(card)], waiting: live.length - present - joining.length };
}

/** Makes room for a lifted card before the slot of the first row that sorts after it. */
export function withLanding<Item extends Row>(
  slots: readonly Slot<Item>[],
  comesBefore: (row: Item) => boolean,
): readonly Slot<Item>[] {
  const index = slots.findIndex((slot) => slot.kind === "card" && comesBefore(slot.row));
  return slots.toSpliced(index < 0 ? slots.length : index, 0, { kind: "landing", key: "landing" });
}
