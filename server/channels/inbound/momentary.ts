import { z } from "zod";
import { AppError } from "#server/base/errors.ts";
import { isMissing } from "#server/db/errors.ts";

/**
 * Whether a failure is temporary, such as a lost database: the same payload may succeed later. Faults of the payload
 * itself are not; that something was deleted while it was written is none.
 */
export function isTemporary(error: Error): boolean {
  if (isMissing(error)) return true;
  return !(error instanceof z.ZodError) && !(error instanceof AppError && error.status < 500);
}
