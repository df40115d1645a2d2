"use client";

import { useSearchParams } from "next/navigation";
import { useCallback, useEffect, useMemo, useRef } from "react";

type Values<Name extends string> = Readonly<Record<Name, string>>;

function valuesOf<Name extends string>(names: readonly Name[], read: (name: Name) => string): Values<Name> {
  return Object.fromEntries(names.map((name) => [name, read(name)])) as Record<Name, string>;
}

/**
 * Filters of a page that live in its address, so that they can be linked to and outlast a reload; absent ones are "".
 * Changing them asks the server for no page. `names` must stay the same.
 */
export function useAddressState<Name extends string>(
  names: readonly Name[],
): [Values<Name>, (change: Partial<Record<Name, string>>) => void] {
  const params = useSearchParams();
  const known = useRef(names);
  const values = useMemo(
    () => valuesOf(known.current, (name) => (params.get(name) ?? "").trim().slice(0, 200)),
    [params],
  );
  const current = useRef(values);
  useEffect(() => {
    current.current = values;
  });
  const change = useCallback((part: Partial<Record<Name, string>>) => {
    const next = { ...current.current, ...part };
    current.current = next;
    const set = known.current.filter((name) => next[name] !== "");
    const query = new URLSearchParams(set.map((name) => [name, next[name]])).toString();
    window.history.replaceState(null, "", query ? `?${query}` : window.location.pathname);
  }, []);
  return [values, change];
}
