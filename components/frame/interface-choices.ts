"use client";

import { useRouter } from "next/navigation";
import { useLocale } from "next-intl";
import { useSyncExternalStore, useTransition } from "react";
import { type Locale, localeCookie } from "#i18n/locale.ts";
import { rememberChoice } from "./remembered-choice.ts";

/** The reader's language; changing it sets the cookie and draws the page anew without losing its state. */
export function useLocaleChoice(): { locale: Locale; setLocale: (locale: Locale) => void; pending: boolean } {
  const locale = useLocale();
  const router = useRouter();
  const [pending, start] = useTransition();
  const setLocale = (next: Locale) => {
    rememberChoice(localeCookie, next);
    start(() => router.refresh());
  };
  return { locale, setLocale, pending };
}

const railCookie = "parley_rail";
const railChanged = "parley:rail";

/* The width of the rail is an attribute of <html> that the server writes from the cookie: nothing shifts on load. */
export function useRail(): { open: boolean; toggle: () => void } {
  const open = useSyncExternalStore(
    (listener) => {
      window.addEventListener(railChanged, listener);
      return () => window.removeEventListener(railChanged, listener);
    },
    () => document.documentElement.dataset.rail === "open",
    () => false,
  );
  const toggle = () => {
    const next = document.documentElement.dataset.rail === "open" ? "closed" : "open";
    document.documentElement.dataset.rail = next;
    rememberChoice(railCookie, next);
    window.dispatchEvent(new Event(railChanged));
  };
  return { open, toggle };
}
