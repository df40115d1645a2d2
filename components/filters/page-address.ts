"use client";

import { useSearchParams } from "next/navigation";
import { startTransition, useCallback, useMemo, useOptimistic } from "react";

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
 * State that a page keeps in its address. A change asks the server for no page and is no step of the back button unless it
 * is pushed. The form must be the same each time.
 */
export function usePageAddress<State extends object>({ read, write }: AddressForm<State>): PageAddress<State> {
  const params = useSearchParams();
  // The router tells of a new address once it has time: until then what was chosen counts.
  const [state, choose] = useOptimistic(useMemo(() => read(params), [read, params]));
  const now = useCallback(() => read(new URLSearchParams(window.location.search)), [read]);
  const change = useCallback(
    (part: Partial<State>, how: "push" | "replace" = "replace") => {
      const next = { ...now(), ...part };
      startTransition(() => {
        choose(next);
        window.history[`${how}State`](null, "", write(next));
      });
    },
    [choose, now, write],
  );
  return { state, now, change };
}
