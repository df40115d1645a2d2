"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useCallback, useEffect, useMemo, useRef } from "react";
import { showAddress, useShownAddress } from "./shown-address.ts";

/** How a page's state stands in its address. */
export type AddressForm<State> = {
  read: (params: Pick<URLSearchParams, "get">) => State;
  write: (state: State) => string;
};

export type PageAddress<State> = {
  state: State;
  /** What was chosen last, also before it is drawn. */
  now: () => State;
  change: (part: Partial<State>, how?: "push" | "replace") => void;
};

/**
 * State that a page keeps in its address. A change counts at once, asks the server for no page and is no step of the back
 * button unless it is pushed. The form must be the same each time.
 */
export function usePageAddress<State extends object>({ read, write }: AddressForm<State>): PageAddress<State> {
  const pathname = usePathname();
  const routed = useSearchParams();
  const shown = useShownAddress();
  // On the way to another page this one still stands, as it was.
  const params = shown.pathname === pathname ? shown.params : routed;
  const state = useMemo(() => read(params), [read, params]);
  const current = useRef(state);
  useEffect(() => {
    current.current = state;
  });
  const now = useCallback(() => current.current, []);
  const change = useCallback(
    (part: Partial<State>, how: "push" | "replace" = "replace") => {
      current.current = { ...current.current, ...part };
      showAddress(write(current.current), how);
    },
    [write],
  );
  return useMemo(() => ({ state, now, change }), [state, now, change]);
}
