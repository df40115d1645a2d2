import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { placeOf, type Reading, readOn } from "#components/thread/reading-end.ts";

type Ends = { first: string | undefined; last: string | undefined; own: string | undefined; typing: boolean };

const near = 80;

/**
 * Stays at the newest message unless the visitor has scrolled up, also while pictures load or the room changes; older
 * messages put above do not move the view. `content` goes around everything that scrolls.
 */
export function useStickyScroll({ first, last, own, typing }: Ends) {
  const ref = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const reading = useRef<Reading>({ atEnd: true, top: 0 });
  const before = useRef<{ first: string | undefined; own: string | undefined; height: number }>(undefined);
  const [away, setAway] = useState(false);

  useLayoutEffect(() => {
    const box = ref.current;
    if (!box) return;
    const known = before.current;
    const { atEnd } = reading.current;
    const wrote = own !== undefined && own !== known?.own;
    if (known && known.first !== first && !atEnd) box.scrollTop += box.scrollHeight - known.height;
    else if (atEnd || wrote) reading.current = keepEnd(box);
    before.current = { first, own, height: box.scrollHeight };
  }, [first, last, own, typing]);

  useEffect(() => {
    const box = ref.current;
    if (!box || !content.current) return;
    const observer = new ResizeObserver(() => {
      if (reading.current.atEnd) reading.current = keepEnd(box);
      if (before.current) before.current.height = box.scrollHeight;
    });
    observer.observe(box);
    observer.observe(content.current);
    return () => observer.disconnect();
  }, []);

  const onScroll = () => {
    const box = ref.current;
    if (!box) return;
    reading.current = readOn(reading.current, placeOf(box), near);
    setAway(!reading.current.atEnd);
  };
  const toEnd = () => {
    const box = ref.current;
    if (!box) return;
    reading.current = { atEnd: true, top: box.scrollTop };
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    box.scrollTo({ top: box.scrollHeight, behavior: still ? "auto" : "smooth" });
  };
  return { ref, content, onScroll, toEnd, away };
}

function keepEnd(box: HTMLElement): Reading {
  box.scrollTop = box.scrollHeight;
  return { atEnd: true, top: box.scrollTop };
}
