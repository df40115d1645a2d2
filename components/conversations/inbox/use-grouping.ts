"use client";

import { useEffect, useRef } from "react";
import { parseFlag, useStoredState } from "#components/ui/stored-state.ts";
import { defaultSort, grouped } from "./inbox-address.ts";
import type { InboxNavigation } from "./use-inbox-address.ts";

/** Whether the list lies under heads by waiting time: in its address, and remembered for the next visit. */
export function useGrouping({ address, setFilter }: InboxNavigation) {
  const [remembered, remember] = useStoredState("inbox-grouped", false, parseFlag);
  const { filter } = address;
  const fresh = useRef(true);
  useEffect(() => {
    // What is stored is known after the first drawing.
    if (!fresh.current || !remembered) return;
    fresh.current = false;
    // An address that names an order means it.
    if (remembered && filter.sort === defaultSort) setFilter(grouped(filter, "waiting"));
  }, [remembered, filter, setFilter]);
  const set = (on: boolean) => {
    fresh.current = false;
    remember(on);
    setFilter(grouped(filter, on ? "waiting" : ""));
  };
  return { set, toggle: () => set(filter.group === "") };
}
