/** What texts a browser keeps; all of them go when the person signs out. */
type Kept = "draft" | "outbox" | "flow" | "template" | "campaign";

export type TextKey = `parley:${Kept}:${string}`;

const kept: Readonly<Record<Kept, true>> = {
  draft: true,
  outbox: true,
  flow: true,
  template: true,
  campaign: true,
};

type Place = "local" | "session";

const placeOf = (storage: Place) => (storage === "local" ? localStorage : sessionStorage);

let forgotten = false;

/** A text kept in the browser; a full or forbidden storage only forgets. */
export function readText(storage: Place, key: TextKey): string | null {
  try {
    return placeOf(storage).getItem(key);
  } catch {
    return null;
  }
}

export function writeText(storage: Place, key: TextKey, text: string | null): void {
  if (forgotten) return;
  try {
    if (text === null) placeOf(storage).removeItem(key);
    else placeOf(storage).setItem(key, text);
  } catch {
    // Nothing is lost but the memory of it after a reload.
  }
}

function isOurs(key: string): boolean {
  const [ours, kind = ""] = key.split(":");
  return ours === "parley" && Object.hasOwn(kept, kind);
}

/** Keys of what is kept; a forbidden storage has kept nothing. */
function keysIn(storage: Place): string[] {
  try {
    return Object.keys(placeOf(storage)).filter(isOurs);
  } catch {
    return [];
  }
}

const places = ["local", "session"] as const;

/** Whether signing out would drop a text. */
export const keepsTexts = () => places.some((storage) => keysIn(storage).length > 0);

/** Drops all texts. Until it is loaded anew, this page keeps no more: what a field saves as it closes would come back. */
export function forgetTexts(): void {
  forgotten = true;
  for (const storage of places) for (const key of keysIn(storage)) placeOf(storage).removeItem(key);
}
