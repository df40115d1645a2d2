import { lastingMarkOf } from "#server/base/secrets.ts";
import type { HistoryImport } from "#server/db/generated/client.ts";
import { systemOf } from "./access.ts";
import { plainLinks, renameSources } from "./forgetting.sql.ts";

/** Numbers are written in many ways. */
const plainOf = (word: string) =>
  /^\+?[\d\s().-]{7,24}$/.test(word) ? word.replace(/\D/g, "") : word.toLowerCase().trim();

/**
 * What a person is called where the other system has no number for them: found again when their name, number or address
 * comes once more, and read by nobody. Empty where nothing is known.
 */
export const sourceMark = (word: string | undefined): string =>
  word ? `~${lastingMarkOf("source ids", plainOf(word))}` : "";

/** Runs of before marks linked people by what they are called: those of this file are linked by their marks from now on. */
export async function markLinks(
  run: Pick<HistoryImport, "source" | "name">,
  companyId: string,
  items: readonly { sourceId: string }[],
): Promise<void> {
  const marks = new Set(items.map(({ sourceId }) => sourceId).filter((id) => id.startsWith("~")));
  if (marks.size === 0) return;
  const system = systemOf(run);
  const words = (await plainLinks(companyId, system)).map((word) => ({ system, word, mark: sourceMark(word) }));
  await renameSources(
    companyId,
    words.filter(({ mark }) => marks.has(mark)),
  );
}
