import { z } from "zod";
import { AppError } from "#server/base/errors.ts";

/**
 * Whether a failure is temporary, such as a lost database: the same payload may succeed later. Faults of the payload
 * itself are not.
 */
export function isTemporary(error: Error): boolean {
  return !(error instanceof z.ZodError) && !(error instanceof AppError && error.status < 500);
}
