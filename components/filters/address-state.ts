"use client";

import { useSearchParams } from "next/navigation";
import { startTransition, useCallback, useEffect, useMemo, useOptimistic, useRef } from "react";
import { addressValues } from "./address-params.ts";

/**
 * Filters of a page that live in its address, so that they can be linked to and outlast a reload; absent ones are "".
 * Changing them asks the server for no page. `names` must stay the same.
 */
export function useAddressState<Name extends string>(
  names: readonly Name[],
): [Readonly<Record<Name, string>>, (change: Partial<Record<Name, string>>) => void] {
  const params = useSearchParams();
  const known = useRef(names);
  const told = useMemo(() => addressValues(known.current, params), [params]);
  // The page's router tells of a new address once it has time: until then what was chosen counts.
  const [values, choose] = useOptimistic(told);
  const current = useRef(values);
  useEffect(() => {
    current.current = values;
  });
  const change = useCallback(
    (part: Partial<Record<Name, string>>) => {
      const next = { ...current.current, ...part };
      current.current = next;
      const set = known.current.filter((name) => next[name] !== "");
      const query = new URLSearchParams(set.map((name) => [name, next[name]])).toString();
      startTransition(() => {
        choose(next);
        window.history.replaceState(null, "", query ? `?${query}` : window.location.pathname);
      });
    },
    [choose],
  );
  return [values, change];
}
