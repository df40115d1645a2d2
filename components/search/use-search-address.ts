"use client";

import { usePageAddress } from "#components/filters/page-address.ts";
import { readSearch, type SearchAddress, writeSearch } from "./search-address.ts";

const form = { read: readSearch, write: writeSearch };

/** The search's state is its address. */
export function useSearchAddress(): [SearchAddress, (change: Partial<SearchAddress>) => void] {
  const { state, change } = usePageAddress(form);
  return [state, change];
}
