"use client";

import { useCallback, useSyncExternalStore } from "react";

const changed = "parley:stored";

/** Calls the listener when something was stored, here or in another tab. */
export function onStoredChange(listener: () => void): () => void {
  window.addEventListener("storage", listener);
  window.addEventListener(changed, listener);
  return () => {
    window.removeEventListener("storage", listener);
    window.removeEventListener(changed, listener);
  };
}

export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/**
 * A choice of the interface kept in this browser, shared by tabs. The server and a browser
 * without storage see `fallback`; `parse` answers undefined for a value that makes no sense.
 */
export function useStoredState<Value>(
  key: string,
  fallback: Value,
  parse: (text: string) => Value | undefined,
): [Value, (value: Value) => void] {
  const text = useSyncExternalStore(
    onStoredChange,
    () => readStored(key),
    () => null,
  );
  const set = useCallback(
    (value: Value) => {
      try {
        localStorage.setItem(key, String(value));
      } catch {
        // A full or forbidden storage costs the memory of the choice, nothing else.
      }
      window.dispatchEvent(new Event(changed));
    },
    [key],
  );
  return [text === null ? fallback : (parse(text) ?? fallback), set];
}

export function parseFlag(text: string): boolean | undefined {
  return text === "true" ? true : text === "false" ? false : undefined;
}
