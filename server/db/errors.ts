import { AppError } from "#server/core/errors.ts";

type DatabaseError = { code: string; constraint?: string; column?: string };

function databaseError(error: unknown): DatabaseError | undefined {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 4; cause = cause.cause, depth += 1) {
    if ("code" in cause && typeof cause.code === "string" && /^[0-9A-Z]{5}$/.test(cause.code)) {
      const constraint = "constraint" in cause && typeof cause.constraint === "string" ? cause.constraint : undefined;
      return { code: cause.code, ...(constraint ? { constraint } : {}) };
    }
  }
  return undefined;
}

/** Serialization failure or deadlock: nothing happened, the whole operation may run again. */
export function isRetryable(error: unknown): boolean {
  const code = databaseError(error)?.code;
  return code === "40001" || code === "40P01";
}

/** Turns a database error into the service's own; anything unknown passes unchanged and ends as internal_error. */
export function mapDatabaseError(error: unknown): unknown {
  if (error instanceof AppError) return error;
  const found = databaseError(error);
  switch (found?.code) {
    case "23505":
      return new AppError("already_exists", { cause: error });
    case "23503":
      return new AppError("conflict", { message: "A record it refers to is missing or still in use.", cause: error });
    case "22P02":
    case "22021":
      return new AppError("validation_error", { cause: error });
    case "57014":
    case "53300":
    case "57P01":
    case "57P03":
      return new AppError("unavailable", { cause: error });
    default:
      return error;
  }
}
