import { useLayoutEffect, useRef, useState } from "react";

type Ends = { first: string | undefined; last: string | undefined; own: string | undefined; typing: boolean };

const near = 80;

/** Stays at the newest message unless the visitor has scrolled up; older messages put above do not move the view. */
export function useStickyScroll({ first, last, own, typing }: Ends) {
  const ref = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const before = useRef<{ first: string | undefined; own: string | undefined; height: number }>(undefined);
  const [away, setAway] = useState(false);

  useLayoutEffect(() => {
    const box = ref.current;
    if (!box) return;
    const known = before.current;
    const wrote = own !== undefined && own !== known?.own;
    if (known && known.first !== first && !atEnd.current) box.scrollTop += box.scrollHeight - known.height;
    else if (atEnd.current || wrote) box.scrollTop = box.scrollHeight;
    before.current = { first, own, height: box.scrollHeight };
  }, [first, last, own, typing]);

  const onScroll = () => {
    const box = ref.current;
    if (!box) return;
    atEnd.current = box.scrollHeight - box.scrollTop - box.clientHeight < near;
    setAway(!atEnd.current);
  };
  const toEnd = () => ref.current?.scrollTo({ top: ref.current.scrollHeight, behavior: "smooth" });
  return { ref, onScroll, toEnd, away };
}
