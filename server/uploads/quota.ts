import { AppError } from "#server/base/errors.ts";
import { takeTurn } from "#server/db/locking.sql.ts";
import { planOf } from "#server/plans/access.ts";
import { usageOf } from "#server/plans/usage.sql.ts";

/** Refuses what would pass the bytes the company's plan lets it keep; most plans have no such end. */
export async function takeStorage(companyId: string, size: number): Promise<void> {
  const { storageLimit } = await planOf(companyId);
  if (storageLimit === null) return;
  const limit = Number(storageLimit);
  await takeTurn(`storage:${companyId}`);
  if ((await usageOf(companyId)).storage + size <= limit) return;
  throw new AppError("limit_reached", {
    message: `Your plan keeps ${Math.floor(limit / 1024 / 1024)} MB of files. Delete conversations with large files first.`,
    extra: { limit },
  });
}
