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
