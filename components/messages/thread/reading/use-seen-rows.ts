import type { Virtualizer } from "@tanstack/react-virtual";
import { useState } from "react";
import { useSteady } from "#components/ui/late/steady.ts";
import type { ThreadItem } from "../thread-items.ts";
import { knownAtFirst, type Reach, reachOf, seenWith } from "./arrivals.ts";

/* Of a row that ends just below the window, nothing is missing to the eye. */
const cut = 4;

type Rows = Pick<Virtualizer<HTMLElement, HTMLElement>, "getVirtualItemForOffset">;

/** How far down the reader has come; `see` looks again. `onSeen` hears of each step. */
export function useSeenRows(
  items: readonly ThreadItem[],
  rows: Rows,
  onSeen: (seq: number) => void,
): { seen: Reach; see: (window: HTMLElement, atEnd: boolean) => void } {
  const [seen, setSeen] = useState(() => knownAtFirst(items));
  const see = useSteady(({ scrollTop, clientHeight }: HTMLElement, atEnd: boolean) => {
    const bottom = scrollTop + clientHeight;
    const lowest = rows.getVirtualItemForOffset(bottom);
    if (!lowest) return;
    const first = rows.getVirtualItemForOffset(scrollTop)?.index ?? 0;
    const last = lowest.end > bottom + cut ? lowest.index - 1 : lowest.index;
    const next = atEnd ? reachOf(items, seen) : seenWith(seen, items, { first, last });
    if (next.seq === seen.seq && next.at === seen.at) return;
    setSeen(next);
    onSeen(next.seq);
  });
  return { seen, see };
}
