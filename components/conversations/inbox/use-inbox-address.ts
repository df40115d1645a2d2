"use client";

import { useCallback, useEffect, useMemo, useRef } from "react";
import { showAddress, useShownAddress } from "#components/filters/shown-address.ts";
import { type InboxAddress, type ListFilter, readAddress, writeAddress } from "./inbox-address.ts";
import type { InboxView } from "./membership.ts";

export type InboxNavigation = {
  address: InboxAddress;
  hrefOf: (change: Partial<InboxAddress>) => string;
  open: (conversationId: string | undefined) => void;
  setView: (view: InboxView) => void;
  setFilter: (filter: ListFilter) => void;
  /** A tab and filters at once: one step of the back button. */
  show: (view: InboxView, filter: ListFilter) => void;
};

/**
 * The inbox's state is its address. It changes in the browser alone, without asking the server for a page: the data
 * comes by its own way.
 */
export function useInboxAddress(): InboxNavigation {
  const { pathname, params } = useShownAddress();
  const address = useMemo(() => readAddress(pathname, params), [pathname, params]);
  const current = useRef(address);
  useEffect(() => {
    current.current = address;
  });
  const go = useCallback((change: Partial<InboxAddress>, how: "push" | "replace") => {
    const next = { ...current.current, ...change };
    current.current = next;
    showAddress(writeAddress(next), how);
  }, []);
  const hrefOf = useCallback((change: Partial<InboxAddress>) => writeAddress({ ...address, ...change }), [address]);
  const open = useCallback((conversationId: string | undefined) => go({ conversationId }, "push"), [go]);
  const setView = useCallback((view: InboxView) => go({ view }, "push"), [go]);
  // Each key of a search would otherwise be a step of the back button.
  const setFilter = useCallback((filter: ListFilter) => go({ filter }, "replace"), [go]);
  const show = useCallback((view: InboxView, filter: ListFilter) => go({ view, filter }, "push"), [go]);
  return useMemo(
    () => ({ address, hrefOf, open, setView, setFilter, show }),
    [address, hrefOf, open, setView, setFilter, show],
  );
}
