import { readText, writeText } from "#components/live/storage.ts";
import { type TemplateDraft, templateDraftSchema } from "./template-draft.ts";

const keyOf = (userId: string, about: string) => `parley:template:${userId}:${about}`;

/** What was being written about a template (or `new`) when this browser was last here. */
export function readStoredDraft(userId: string, about: string): TemplateDraft | undefined {
  const text = readText("local", keyOf(userId, about));
  if (text === null) return undefined;
  try {
    return templateDraftSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Whether the browser has kept it; a full or forbidden storage has not. */
export function writeStoredDraft(userId: string, about: string, draft: TemplateDraft | undefined): boolean {
  const text = draft ? JSON.stringify(draft) : null;
  writeText("local", keyOf(userId, about), text);
  return readText("local", keyOf(userId, about)) === text;
}
