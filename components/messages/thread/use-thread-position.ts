import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { placeOf, type Reading, readOn } from "#components/thread/reading-end.ts";

/** Near enough to the end to be carried along by what is new. */
export const endThreshold = 48;
/** Earlier messages are fetched well before the top is reached. */
const fetchAhead = 1600;

type Boxes = { scroller: RefObject<HTMLElement | null>; content: RefObject<HTMLElement | null> };

/**
 * Where the reader of a thread is. At the end they are kept there, whatever grows: what is above the end (a picture, a
 * row that was estimated) and what takes room from below (the composer, a keyboard). Further up they are never moved.
 */
export function useThreadPosition(
  { scroller, content }: Boxes,
  onLoadOlder: (() => void) | undefined,
  scrollToEnd: () => void,
  onLook: (element: HTMLElement, atEnd: boolean) => void,
) {
  const [atEnd, setAtEnd] = useState(true);
  const reading = useRef<Reading>(undefined);
  // A thread that opens at its first unread message is not drawn to the end by rows that are measured.
  const following = useRef(true);
  const look = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    const before = reading.current;
    const now = readOn(before, placeOf(element), endThreshold);
    if (now.atEnd && before?.atEnd === false) following.current = true;
    reading.current = now;
    setAtEnd(now.atEnd);
    onLook(element, now.atEnd);
    if (element.scrollTop < fetchAhead) onLoadOlder?.();
  }, [scroller, onLoadOlder, onLook]);
  const toEnd = useCallback(() => {
    following.current = true;
    reading.current = { atEnd: true, top: scroller.current?.scrollTop ?? 0 };
    scrollToEnd();
  }, [scroller, scrollToEnd]);
  const stay = useCallback(() => {
    following.current = false;
    reading.current = undefined;
  }, []);
  const latest = useRef(look);
  useEffect(() => {
    latest.current = look;
  }, [look]);
  useEffect(() => {
    if (!scroller.current || !content.current) return;
    const room = new ResizeObserver(() => {
      if (reading.current?.atEnd ?? true) scrollToEnd();
    });
    const rows = new ResizeObserver(() => {
      if (reading.current?.atEnd && following.current) scrollToEnd();
      else latest.current();
    });
    room.observe(scroller.current);
    rows.observe(content.current);
    return () => {
      room.disconnect();
      rows.disconnect();
    };
  }, [scroller, content, scrollToEnd]);
  return { atEnd, look, toEnd, stay };
}
