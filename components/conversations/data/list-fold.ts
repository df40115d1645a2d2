import type { Conversation } from "#server/conversations/schema.ts";
import { belongs, compareRows, type Listing } from "../inbox/membership.ts";

/** At most this many pages are fetched again for the sake of a total; longer lists get totals from elsewhere. */
const refetchedPages = 2;

/** One fetched page of a list; `pagination` where the procedure returns a total. */
export type ListPage<Row extends Conversation> = {
  data: Row[];
  nextCursor?: string | null;
  pagination?: { total: number; nextCursor: string | null };
};

export type Placed<Row extends Conversation> = {
  pages: ListPage<Row>[];
  /** Only the server can decide: whether the row belongs, where it goes, or what the total is now. */
  unsure: boolean;
};

export function nextCursorOf(page: ListPage<Conversation> | undefined): string | null {
  return page?.nextCursor ?? page?.pagination?.nextCursor ?? null;
}

/** Whether a list shows a total that may have changed out of its sight. */
function tellsTotal(pages: readonly ListPage<Conversation>[]): boolean {
  return pages.length <= refetchedPages && pages.some((page) => page.pagination !== undefined);
}

function withTotal<Row extends Conversation>(pages: ListPage<Row>[], change: number): ListPage<Row>[] {
  if (change === 0) return pages;
  return pages.map((page) =>
    page.pagination ? { ...page, pagination: { ...page.pagination, total: page.pagination.total + change } } : page,
  );
}

function without<Row extends Conversation>(pages: readonly ListPage<Row>[], id: string): ListPage<Row>[] {
  return pages.map((page) =>
    page.data.some((row) => row.id === id) ? { ...page, data: page.data.filter((row) => row.id !== id) } : page,
  );
}

/** Puts the row where it sorts. Past the last loaded row of a list that goes on, it is not shown yet. */
function inserted<Row extends Conversation>(pages: ListPage<Row>[], row: Row, listing: Listing): ListPage<Row>[] {
  const { sort } = listing.filters;
  for (const [number, page] of pages.entries()) {
    const index = page.data.findIndex((other) => compareRows(sort, row, other) < 0);
    if (index >= 0) return pages.with(number, { ...page, data: page.data.toSpliced(index, 0, row) });
  }
  const last = pages.at(-1);
  if (!last || nextCursorOf(last) !== null) return pages;
  return pages.with(-1, { ...last, data: [...last.data, row] });
}

/** Shows the row where it sorts, once. */
export function putRow<Row extends Conversation>(
  pages: readonly ListPage<Row>[],
  row: Row,
  listing: Listing,
): ListPage<Row>[] {
  return inserted(without(pages, row.id), row, listing);
}

export function removeRow<Row extends Conversation>(pages: readonly ListPage<Row>[], id: string): Placed<Row> {
  const known = pages.some((page) => page.data.some((row) => row.id === id));
  if (known) return { pages: withTotal(without(pages, id), -1), unsure: false };
  return { pages: [...pages], unsure: nextCursorOf(pages.at(-1)) !== null && tellsTotal(pages) };
}

/** The list after a row has changed. `moved`: more than its last message has. */
export function placeRow<Row extends Conversation>(
  pages: readonly ListPage<Row>[],
  row: Row,
  listing: Listing,
  userId: string,
  moved: boolean,
): Placed<Row> {
  const belongsNow = belongs(listing, row, userId);
  const known = pages.some((page) => page.data.some((other) => other.id === row.id));
  const whole = nextCursorOf(pages.at(-1)) === null;
  // The order of names is the database's own.
  const orderKnown = listing.filters.sort.field !== "visitorName";
  if (belongsNow === undefined) {
    const pagesNow = known ? putRow(pages, row, listing) : [...pages];
    // Words alone mention nobody.
    return { pages: pagesNow, unsure: moved || (!known && listing.view !== "mentions") };
  }
  if (!belongsNow) {
    const removed = removeRow(pages, row.id);
    return { ...removed, unsure: removed.unsure && moved };
  }
  const placed = putRow(pages, row, listing);
  const counted = known ? 0 : whole ? 1 : 0;
  return { pages: withTotal(placed, counted), unsure: !orderKnown || (!known && !whole && moved && tellsTotal(pages)) };
}
