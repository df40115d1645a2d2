"use client";

import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";

/** Rows whose heights are known before they are drawn. */
export type Rows = {
  count: number;
  /** Where a row begins; where the last one ends, for the index after it. */
  startOf: (index: number) => number;
};

export type View = { top: number; height: number };
export type Placed = { index: number; start: number };

type RowWindow = Rows & {
  scroller: RefObject<HTMLElement | null>;
  /** How many rows are drawn beyond each edge. */
  beyond: number;
  /** What is drawn before the window is known: about a screenful. */
  firstHeight: number;
};

/** The rows in view, `beyond` more at each edge: the first of them, and the first after them. */
export function rowsInView({ count, startOf }: Rows, { top, height }: View, beyond: number): [number, number] {
  const from = firstWhere(count, (index) => startOf(index + 1) > top);
  const to = firstWhere(count, (index) => startOf(index) >= top + height);
  return [Math.max(0, from - beyond), Math.min(count, to + beyond)];
}

/** The lowest index for which it is true, of those for which it stays true; `count` when it never is. */
function firstWhere(count: number, isTrue: (index: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isTrue(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * Which rows of a long list are in the page. Our own, because a library that also measures rows brings nine KiB; only
 * the thread needs that.
 */
export function useRowWindow({ count, startOf, scroller, beyond, firstHeight }: RowWindow) {
  const [view, setView] = useState<View>({ top: 0, height: firstHeight });
  const latest = useRef({ rows: { count, startOf }, view, beyond });
  useLayoutEffect(() => {
    latest.current = { rows: { count, startOf }, view, beyond };
  });

  const look = useCallback(
    (draw: (change: () => void) => void) => {
      const element = scroller.current;
      if (!element) return;
      const next = { top: element.scrollTop, height: element.clientHeight };
      const { rows, view, beyond } = latest.current;
      const [before, after] = [rowsInView(rows, view, beyond), rowsInView(rows, next, beyond)];
      if (before[0] !== after[0] || before[1] !== after[1]) draw(() => setView(next));
    },
    [scroller],
  );
  // After the frame around it is there, whose element it may be.
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    // At once: what has scrolled into view must not be empty.
    const onScroll = () => look(flushSync);
    const watch = new ResizeObserver(() => look((change) => change()));
    element.addEventListener("scroll", onScroll, { passive: true });
    watch.observe(element);
    return () => {
      element.removeEventListener("scroll", onScroll);
      watch.disconnect();
    };
  }, [scroller, look]);

  const scrollToIndex = useCallback(
    (index: number) => {
      const element = scroller.current;
      if (!element) return;
      const { startOf } = latest.current.rows;
      const [start, end] = [startOf(index), startOf(index + 1)];
      if (start < element.scrollTop) element.scrollTop = start;
      else if (end > element.scrollTop + element.clientHeight) element.scrollTop = end - element.clientHeight;
      look((change) => change());
    },
    [scroller, look],
  );
  const [from, to] = rowsInView({ count, startOf }, view, beyond);
  const placed = useMemo(
    () => Array.from({ length: to - from }, (_, n): Placed => ({ index: from + n, start: startOf(from + n) })),
    [from, to, startOf],
  );
  return { placed, total: startOf(count), scrollToIndex };
}
