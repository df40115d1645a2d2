"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useEffect, useMemo, useSyncExternalStore } from "react";

const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("popstate", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("popstate", listener);
  };
}

const shownNow = () => window.location.pathname + window.location.search;
const sectionOf = (href: string) => href.split(/[/?]/)[1];

/** Changes the address in the browser alone, at once, without asking the server for a page. */
export function showAddress(href: string, how: "push" | "replace"): void {
  if (how === "push") window.history.pushState(null, "", href);
  else window.history.replaceState(null, "", href);
  tell();
}

/**
 * The address as the browser shows it. The router follows what `showAddress` writes in a transition, behind all that is
 * drawn at the same time.
 */
export function useShownAddress(): { pathname: string; params: URLSearchParams } {
  const pathname = usePathname();
  const query = useSearchParams().toString();
  const routed = query ? `${pathname}?${query}` : pathname;
  const shown = useSyncExternalStore(listen, shownNow, () => routed);
  // The router went elsewhere by a link.
  useEffect(tell, [routed]);
  // On the way to another page the browser is there already, and this one still stands.
  const href = sectionOf(shown) === sectionOf(pathname) ? shown : routed;
  return useMemo(() => {
    const [here = "", parameters = ""] = href.split("?");
    return { pathname: here, params: new URLSearchParams(parameters) };
  }, [href]);
}
