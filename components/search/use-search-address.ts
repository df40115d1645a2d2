"use client";

import { useSearchParams } from "next/navigation";
import { useCallback, useEffect, useMemo, useRef } from "react";
import { readSearch, type SearchAddress, writeSearch } from "./search-address.ts";

/** The search's state is its address; changing it asks the server for no page and is no step of the back button. */
export function useSearchAddress(): [SearchAddress, (change: Partial<SearchAddress>) => void] {
  const params = useSearchParams();
  const address = useMemo(() => readSearch(params), [params]);
  const current = useRef(address);
  useEffect(() => {
    current.current = address;
  });
  const change = useCallback((part: Partial<SearchAddress>) => {
    current.current = { ...current.current, ...part };
    window.history.replaceState(null, "", writeSearch(current.current));
  }, []);
  return [address, change];
}
