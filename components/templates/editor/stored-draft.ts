import type { z } from "zod";
import { readText, type TextKey, writeText } from "#components/live/storage.ts";

/** What was being written under this key when this browser was last here. */
export function readStoredDraft<Draft>(key: TextKey, schema: z.ZodType<Draft>): Draft | undefined {
  const text = readText("local", key);
  if (text === null) return undefined;
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Whether the browser has kept it; a full or forbidden storage has not. */
export function writeStoredDraft(key: TextKey, draft: unknown): boolean {
  const text = draft === undefined ? null : JSON.stringify(draft);
  writeText("local", key, text);
  return readText("local", key) === text;
}
