"use client";

import { createContext, useCallback, useContext } from "react";
import { useBrowserValue } from "./late/browser-value.ts";

/** Whether the browser that asked for the page is probably a phone's: what the server draws with. */
export const PhoneGuess = createContext(false);

/** Whether the window is as narrow as the `phone` variant of the styles says. */
export function usePhone(): boolean {
  return useMedia("(width < 48rem)", useContext(PhoneGuess));
}

/** Whether fingers are expected, as the `touch` variant of the styles says. */
export function useTouchLayout(): boolean {
  return useMedia("(width < 48rem), (pointer: coarse)", useContext(PhoneGuess));
}

/** Whether a media query holds; `fallback` on the server. */
export function useMedia(query: string, fallback: boolean): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = window.matchMedia(query);
      media.addEventListener("change", listener);
      return () => media.removeEventListener("change", listener);
    },
    [query],
  );
  return useBrowserValue(subscribe, () => window.matchMedia(query).matches, fallback);
}
