import type { z } from "zod";
import { readText, type TextKey, writeText } from "#components/live/storage.ts";
import { laterModule, untilThere } from "#components/ui/late/later.tsx";

/** Only where a draft was left. */
export const templateDraftSchema = async () => (await import("./template-draft-schema.ts")).templateDraftSchema;

function parsed<Draft>(text: string, schema: z.ZodType<Draft>): Draft | undefined {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** How many drafts of one thing a browser keeps apart. */
const mostDrafts = 20;

export type Claim = { key: TextKey; release: () => void };

/** Free ones with something in them come first: a draft whose tab was closed is gone on with. */
function placesFor(key: TextKey): TextKey[] {
  const places = Array.from({ length: mostDrafts }, (_, index): TextKey => (index === 0 ? key : `${key}#${index + 1}`));
  const left = places.filter((place) => readText("local", place) !== null);
  return [...left, ...places.filter((place) => !left.includes(place))];
}

/**
 * A place that no other tab writes in, until it is released or the tab goes. Where the browser has no locks (no https),
 * or all places are taken, tabs share the first.
 */
export async function claimPlace(key: TextKey): Promise<Claim> {
  if (!("locks" in navigator)) return { key, release: () => undefined };
  for (const place of placesFor(key)) {
    const release = await new Promise<(() => void) | undefined>((answer) => {
      const hold = (lock: Lock | null) => lock && new Promise<void>((done) => answer(done));
      navigator.locks
        .request(place, { ifAvailable: true }, hold)
        .catch(() => undefined)
        .finally(() => answer(undefined));
    });
    if (release) return { key: place, release };
  }
  return { key, release: () => undefined };
}

/** What was being written under this key when this browser was last here; its schema comes only where there is something. */
export async function untilRead<Draft>(
  key: TextKey,
  schema: () => Promise<z.ZodType<Draft>>,
): Promise<Draft | undefined> {
  const text = readText("local", key);
  return text === null ? undefined : parsed(text, await untilThere(laterModule(schema)));
}

/** Whether the browser has kept it; a full or forbidden storage has not. */
export function writeStoredDraft(key: TextKey, draft: unknown): boolean {
  const text = draft === undefined ? null : JSON.stringify(draft);
  writeText("local", key, text);
  return readText("local", key) === text;
}
