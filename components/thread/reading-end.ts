/** Where a thread is scrolled to: pixels above what is in view, and pixels still below it. */
export type Place = { top: number; below: number };

/** Whether the reader is at the end, and how far down they have come. */
export type Reading = { atEnd: boolean; top: number };

/* Browsers round what they scroll by. */
const rounding = 1;

export function placeOf(element: Pick<HTMLElement, "scrollTop" | "scrollHeight" | "clientHeight">): Place {
  const { scrollTop, scrollHeight, clientHeight } = element;
  return { top: scrollTop, below: scrollHeight - clientHeight - scrollTop };
}

/**
 * A reader at the end stays there until they scroll up themselves; growth below them does not count as scrolling.
 * `near` is how close to the end counts as the end.
 */
export function readOn(before: Reading | undefined, now: Place, near: number): Reading {
  if (now.below <= near) return { atEnd: true, top: now.top };
  if (!before?.atEnd || now.top < before.top - rounding) return { atEnd: false, top: now.top };
  return { atEnd: true, top: Math.max(before.top, now.top) };
}
