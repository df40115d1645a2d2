/** A text kept in the browser; a full or forbidden storage only forgets. */
export function readText(storage: "local" | "session", key: string): string | null {
  try {
    return (storage === "local" ? localStorage : sessionStorage).getItem(key);
  } catch {
    return null;
  }
}

export function writeText(storage: "local" | "session", key: string, text: string | null): void {
  try {
    const place = storage === "local" ? localStorage : sessionStorage;
    if (text === null) place.removeItem(key);
    else place.setItem(key, text);
  } catch {
    // Nothing is lost but the memory of it after a reload.
  }
}
