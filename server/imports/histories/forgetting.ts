import type { Likeness } from "#server/contacts/identity/likeness.ts";
import { expireUploads } from "#server/uploads/removing.ts";
import { clearItems, forgetRuns, linksOfGone, peopleLike, renameSources } from "./forgetting.sql.ts";
import { sourceMark } from "./marking.ts";

/**
 * People who are deleted leave what was read of them, what their runs say of them, and the files that they came from.
 * What they were called elsewhere stays as a mark alone, so that the same history does not bring them back.
 */
export async function forgetItems(companyId: string, contactIds: readonly string[], gone: Likeness): Promise<void> {
  const like = await peopleLike(companyId, { contactIds, words: gone.words, tails: gone.tails });
  await clearItems(
    companyId,
    contactIds,
    like.filter(({ own, cells }) => own || cells.some((cell) => gone.has(cell))),
  );
  const linked = await linksOfGone(companyId, contactIds);
  const words = linked.filter(
    ({ system, word }) => system.startsWith("whatsapp_chat:") || !/^\d+$/.test(word) || gone.has(word),
  );
  await renameSources(
    companyId,
    words.map((one) => ({ ...one, mark: sourceMark(one.word) })),
  );
  const called = [...gone.names, ...gone.words, ...gone.phones].map(sourceMark);
  await expireUploads(companyId, await forgetRuns(companyId, contactIds, called));
}
