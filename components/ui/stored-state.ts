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

/** What the browser would not store: it lasts as long as the page. */
const unkept = new Map<string, string>();

export function readStored(key: string): string | null {
  try {
    return unkept.get(key) ?? localStorage.getItem(key);
  } catch {
    return null;
  }
}

/**
 * A choice of the interface kept in this browser, shared by tabs. The server sees `fallback`;
 * `parse` answers undefined for a value that makes no sense.
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
      const text = String(value);
      unkept.set(key, text);
      try {
        localStorage.setItem(key, text);
        unkept.delete(key);
      } catch {
        // A full or forbidden storage forgets the choice with the page, nothing else.
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
