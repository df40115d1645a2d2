"use client";

import { useSearchParams } from "next/navigation";
import { useCallback, useEffect, useMemo, useRef } from "react";
import { type LogAddress, type LogFilter, readLogAddress, writeLogAddress } from "./log-address.ts";

export type LogNavigation = LogAddress & {
  setFilter: (part: Partial<LogFilter>) => void;
  /** An empty id closes what is open. */
  open: (logId: string) => void;
};

/** The log's state is its address; it changes in the browser alone, without asking the server for a page. */
export function useLogAddress(): LogNavigation {
  const params = useSearchParams();
  const address = useMemo(() => readLogAddress(params), [params]);
  const current = useRef(address);
  useEffect(() => {
    current.current = address;
  });
  const go = useCallback((next: LogAddress) => {
    current.current = next;
    window.history.replaceState(null, "", writeLogAddress(next));
  }, []);
  const setFilter = useCallback(
    (part: Partial<LogFilter>) => go({ ...current.current, filter: { ...current.current.filter, ...part } }),
    [go],
  );
  const open = useCallback((logId: string) => go({ ...current.current, logId }), [go]);
  return useMemo(() => ({ ...address, setFilter, open }), [address, setFilter, open]);
}
