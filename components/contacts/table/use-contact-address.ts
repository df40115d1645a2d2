"use client";

import { useSearchParams } from "next/navigation";
import { useCallback, useEffect, useMemo, useRef } from "react";
import { type ContactAddress, type ContactFilter, readAddress, writeAddress } from "./contact-address.ts";

export type ContactNavigation = {
  address: ContactAddress;
  /** Narrowing and sorting begin again at the first page. */
  setFilter: (filter: ContactFilter) => void;
  change: (change: Partial<ContactAddress>) => void;
};

/** The table's state is its address; it changes in the browser alone, without asking the server for a page. */
export function useContactAddress(): ContactNavigation {
  const params = useSearchParams();
  const address = useMemo(() => readAddress(params), [params]);
  const current = useRef(address);
  useEffect(() => {
    current.current = address;
  });
  const change = useCallback((part: Partial<ContactAddress>) => {
    const next = { ...current.current, ...part };
    current.current = next;
    window.history.replaceState(null, "", writeAddress(next));
  }, []);
  const setFilter = useCallback((filter: ContactFilter) => change({ filter, page: 1 }), [change]);
  return useMemo(() => ({ address, setFilter, change }), [address, setFilter, change]);
}
