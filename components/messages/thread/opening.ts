import { rowEstimate } from "./row-estimate.ts";
import { endSpace, topSpace } from "./spaces.ts";
import type { ThreadItem } from "./thread-items.ts";

export type Opening = {
  sizeOf: (item: ThreadItem) => number;
  /** The window of the thread, in pixels, and how far it is scrolled. */
  height: number;
  offset: number;
};

const wideSigns = 62;
const narrowSigns = 36;

/**
 * Where a thread opens, so that the rows which it opens with are drawn first and no others: at its first unread message
 * or at its end. How tall they are is read from how the server drew it (`still`), and guessed of the rest.
 */
export function openingOf(items: readonly ThreadItem[], still: HTMLElement | null): Opening {
  const drawn = new Map<string, number>();
  for (const row of still?.querySelectorAll<HTMLElement>("[data-key]") ?? [])
    drawn.set(row.dataset.key ?? "", row.offsetHeight);
  const signs = matchMedia("(width < 48rem)").matches ? narrowSigns : wideSigns;
  const sizeOf = (item: ThreadItem) => drawn.get(item.key) ?? rowEstimate(item, signs);
  const height = still?.clientHeight ?? innerHeight;
  const tops = (all: readonly ThreadItem[]) => all.reduce((sum, item) => sum + sizeOf(item), topSpace);
  const end = Math.max(0, tops(items) + endSpace - height);
  const unread = items.findIndex(({ kind }) => kind === "new");
  const offset = unread >= 0 ? Math.min(end, tops(items.slice(0, unread))) : end;
  return { sizeOf, height, offset };
}
