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
