import { isRecord } from "#components/live/records.ts";
import { CallError } from "#components/live/trpc/call-error.ts";
import { type ImportKey, importKeys } from "#server/imports/choices.ts";

/** By what an import may not find people, because the reader's role hides it; none: it was refused for something else. */
export function hiddenIn(error: unknown): ImportKey[] {
  const extra: unknown = error instanceof CallError && isRecord(error.data) ? error.data.extra : undefined;
  const hidden: unknown = isRecord(extra) ? extra.hidden : undefined;
  return Array.isArray(hidden) ? importKeys.filter((key) => hidden.includes(key)) : [];
}
