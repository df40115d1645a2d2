"use client";

import { useCallback, useMemo } from "react";
import { usePageAddress } from "#components/filters/page-address.ts";
import { type ContactAddress, type ContactFilter, readAddress, writeAddress } from "./contact-address.ts";

export type ContactNavigation = {
  address: ContactAddress;
  /** Narrowing and sorting begin again at the first page. */
  setFilter: (filter: ContactFilter) => void;
  change: (change: Partial<ContactAddress>) => void;
};

const form = { read: readAddress, write: writeAddress };

/** The table's state is its address. */
export function useContactAddress(): ContactNavigation {
  const { state: address, change } = usePageAddress(form);
  const setFilter = useCallback((filter: ContactFilter) => change({ filter, page: 1 }), [change]);
  return useMemo(() => ({ address, setFilter, change }), [address, setFilter, change]);
}
