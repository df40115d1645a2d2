import { useEffect, useRef, useState } from "react";
import type { ThreadItem } from "./thread-items.ts";

/** How long the message stands out. */
const shownFor = 4000;

type Sought = {
  items: readonly ThreadItem[];
  /** The seq of the message to show. */
  target: number | undefined;
  onLoadOlder: ((downTo: number) => void) | undefined;
};

/** Loads earlier messages until the one that is sought is there, goes to it once and answers its key for a while. */
export function useTarget({ items, target, onLoadOlder }: Sought, goTo: (index: number) => void): string | undefined {
  const [found, setFound] = useState<string>();
  const done = useRef<number>(undefined);
  const latest = useRef(goTo);
  useEffect(() => {
    latest.current = goTo;
  });
  useEffect(() => {
    if (target === undefined || done.current === target || items.length === 0) return;
    const index = items.findIndex((item) => holds(item, target));
    if (index < 0 && onLoadOlder && oldestSeq(items) > target) return onLoadOlder(target);
    // On its way, or after a failure that the top of the thread tells of: the next items ask again.
    if (index < 0) return;
    done.current = target;
    latest.current(index);
    setFound(items[index]?.key);
  }, [items, target, onLoadOlder]);
  useEffect(() => {
    if (found === undefined) return;
    const timer = setTimeout(() => setFound(undefined), shownFor);
    return () => clearTimeout(timer);
  }, [found]);
  return found;
}

function holds(item: ThreadItem, seq: number): boolean {
  if (item.kind === "events") return item.messages.some((message) => message.seq === seq);
  return (item.kind === "message" || item.kind === "event") && item.message.seq === seq;
}

function oldestSeq(items: readonly ThreadItem[]): number {
  for (const item of items) {
    if (item.kind === "message" || item.kind === "event") return item.message.seq;
    if (item.kind === "events") return item.messages[0]?.seq ?? 0;
  }
  return 0;
}
