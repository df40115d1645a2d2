/** Checks or unchecks one row; with shift, every row between the last one touched and this one. */
export function toggledRows(
  selected: ReadonlySet<string>,
  keys: readonly string[],
  key: string,
  range: { from: string | undefined; extend: boolean },
): Set<string> {
  const next = new Set(selected);
  const on = !selected.has(key);
  for (const touched of range.extend ? between(keys, range.from, key) : [key]) {
    if (on) next.add(touched);
    else next.delete(touched);
  }
  return next;
}

function between(keys: readonly string[], from: string | undefined, to: string): readonly string[] {
  const a = from === undefined ? -1 : keys.indexOf(from);
  const b = keys.indexOf(to);
  return a === -1 ? [to] : keys.slice(Math.min(a, b), Math.max(a, b) + 1);
}

/** What the box in the head shows for the rows in view. */
export function headState(selected: ReadonlySet<string>, keys: readonly string[]): boolean | "indeterminate" {
  const count = keys.filter((key) => selected.has(key)).length;
  if (count === 0) return false;
  return count === keys.length ? true : "indeterminate";
}

/** What was selected, and in which list: another search or filter makes another one. */
export type Selected = { list: string; keys: ReadonlySet<string> };

const none: ReadonlySet<string> = new Set();

/** What is selected in a list: nothing that was selected where another search stood, for it may be out of sight. */
export function selectedIn(list: string, selected: Selected): ReadonlySet<string> {
  return selected.list === list ? selected.keys : none;
}

/** What of a selection the list still shows: what an event took out of it is out of sight, and so is not acted on. */
export function stillListed(selected: ReadonlySet<string>, keys: readonly string[]): ReadonlySet<string> {
  const here = selected.size === 0 ? [] : keys.filter((key) => selected.has(key));
  return here.length === selected.size ? selected : new Set(here);
}

/** Which rows of a page have left it because something happened to them, and not because others came before them. */
export function leftList(before: readonly string[], now: readonly string[], told: ReadonlySet<string>): string[] {
  return before.filter((key) => told.has(key) && !now.includes(key));
}
