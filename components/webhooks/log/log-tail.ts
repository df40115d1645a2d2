type Entry = { id: string };

/** How many attempts the live list keeps of what came while it was open. */
export const tailLimit = 500;

/** All entries once, the newest first; of one that comes twice, the one of the earlier list stays. */
export function union<Item extends Entry>(...lists: readonly (readonly Item[])[]): Item[] {
  const known = new Map<string, Item>();
  for (const item of lists.flat()) if (!known.has(item.id)) known.set(item.id, item);
  return [...known.values()].sort((a, b) => (a.id < b.id ? 1 : a.id > b.id ? -1 : 0));
}

/** What a held list shows, and how many have come since. Without a boundary all is shown. */
export function held<Item extends Entry>(
  items: readonly Item[],
  boundary: string | undefined,
): { shown: readonly Item[]; newer: number } {
  if (boundary === undefined) return { shown: items, newer: 0 };
  const shown = items.filter(({ id }) => id <= boundary);
  return { shown, newer: items.length - shown.length };
}

/** Attempts are written in batches, some a little after later ones: the tail looks this far back. */
const slackMs = 15_000;

/** From when on to ask for newer ones. */
export function tailStart(newest: { createdAt: string } | undefined, from: string | undefined): string | undefined {
  if (!newest) return from;
  const start = new Date(Date.parse(newest.createdAt) - slackMs).toISOString();
  return from !== undefined && from > start ? from : start;
}
