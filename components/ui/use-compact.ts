"use client";

import { type RefObject, useContext, useLayoutEffect, useState } from "react";
import { PhoneGuess, useMedia } from "./use-media.ts";

/** Whether an element has less than `width` pixels, or the window is so low (a phone on its side, 200 % zoom). */
export function useCompact(element: RefObject<HTMLElement | null>, width: number): boolean {
  const low = useMedia("(height < 36rem)", false);
  const [narrow, setNarrow] = useState(useContext(PhoneGuess));
  useLayoutEffect(() => {
    const watched = element.current;
    if (!watched) return;
    const look = () => setNarrow(watched.clientWidth < width);
    look();
    const observer = new ResizeObserver(look);
    observer.observe(watched);
    return () => observer.disconnect();
  }, [element, width]);
  return low || narrow;
}
