import { HTTPException } from "hono/http-exception";
import { AppError } from "#server/base/errors.ts";
import { log } from "#server/base/log.ts";
import { mapDatabaseError } from "#server/db/errors.ts";

/** The one error body of the service (decisions.md A1). Unknown errors become a fixed sentence; the cause is logged. */
export function errorBody(
  error: unknown,
  requestId: string,
): { status: number; body: Record<string, unknown>; code: string } {
  const known = asAppError(error);
  if (known.status >= 500) log.error({ error, requestId }, "a request failed");
  const body = {
    error: known.code,
    message: known.message,
    status: known.status,
    requestId,
    ...(known.details ? { details: known.details } : {}),
    ...known.extra,
  };
  return { status: known.status, body, code: known.code };
}

/** As one of our own errors: the database's mapped, anything unknown as internal_error. */
export function asAppError(given: unknown): AppError {
  const error = mapDatabaseError(given);
  if (error instanceof AppError) return error;
  if (error instanceof HTTPException && error.status === 413)
    return new AppError("payload_too_large", { cause: error });
  if (error instanceof HTTPException && error.status < 500) return new AppError("validation_error", { cause: error });
  if (error instanceof URIError) return new AppError("not_found", { cause: error });
  return new AppError("internal_error", { cause: error });
}
