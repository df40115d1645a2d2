import { z } from "zod";
import { AppError } from "#server/base/errors.ts";

/** The database was away, say: another moment may go better. What is wrong with the payload stays wrong. */
export function isMomentary(error: Error): boolean {
  return !(error instanceof z.ZodError) && !(error instanceof AppError && error.status < 500);
}
