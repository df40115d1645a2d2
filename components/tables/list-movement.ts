export type ListMove = "next" | "previous" | "first" | "last" | "nextPage" | "previousPage";

/** Where the cursor of a list of `count` rows goes; -1 stands for no cursor yet and for an empty list. */
export function movedIndex(cursor: number, by: ListMove, count: number, page: number): number {
  if (count === 0) return -1;
  const last = count - 1;
  if (by === "first" || cursor < 0) return by === "last" ? last : 0;
  const target = { next: cursor + 1, previous: cursor - 1, last, nextPage: cursor + page, previousPage: cursor - page }[
    by
  ];
  return Math.min(last, Math.max(0, target));
}

/** What keys mean in a list. */
export const listMoves: Record<string, ListMove> = {
  ArrowDown: "next",
  ArrowUp: "previous",
  Home: "first",
  End: "last",
  PageDown: "nextPage",
  PageUp: "previousPage",
};

export const backwards: ReadonlySet<ListMove> = new Set(["previous", "previousPage", "first"]);
