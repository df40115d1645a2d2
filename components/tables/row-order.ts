/** The list with the item at `from` now at `to`; the same list when nothing moves. */
export function reordered<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const item = list[from];
  const place = Math.max(0, Math.min(to, list.length - 1));
  if (item === undefined || place === from) return list;
  return list.toSpliced(from, 1).toSpliced(place, 0, item);
}

/** Where an item dragged from `from` lands when it is dropped on the upper or lower half of the item at `over`. */
export function landing(from: number, over: number, half: "upper" | "lower"): number {
  const gap = half === "upper" ? over : over + 1;
  return from < gap ? gap - 1 : gap;
}
