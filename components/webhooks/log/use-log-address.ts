"use client";

import { useCallback, useMemo } from "react";
import { usePageAddress } from "#components/filters/page-address.ts";
import { type LogAddress, type LogFilter, readLogAddress, writeLogAddress } from "./log-address.ts";

export type LogNavigation = LogAddress & {
  setFilter: (part: Partial<LogFilter>) => void;
  /** An empty id closes what is open. */
  open: (logId: string) => void;
};

const form = { read: readLogAddress, write: writeLogAddress };

/** The log's state is its address. */
export function useLogAddress(): LogNavigation {
  const { state, now, change } = usePageAddress(form);
  const setFilter = useCallback(
    (part: Partial<LogFilter>) => change({ filter: { ...now().filter, ...part } }),
    [change, now],
  );
  const open = useCallback((logId: string) => change({ logId }), [change]);
  return useMemo(() => ({ ...state, setFilter, open }), [state, setFilter, open]);
}
