import { HTTPException } from "hono/http-exception";
import { AppError } from "#server/base/errors.ts";
import { log } from "#server/base/log.ts";
import { mapDatabaseError } from "#server/db/errors.ts";

type Refusal = { status: number; body: Record<string, unknown>; code: string; headers: Record<string, string> };

/**
 * The one error body of the service (decisions.md A1), and its headers: how many seconds to wait, where that is known.
 * Unknown errors become a fixed sentence; the cause is logged.
 */
export function errorBody(error: unknown, requestId: string): Refusal {
  const known = asAppError(error);
  if (known.status >= 500) log.error({ error, requestId }, "a request failed");
  const { retryAfter, ...extra } = known.extra ?? {};
  const body = {
    error: known.code,
    message: known.message,
    status: known.status,
    requestId,
    ...(known.details ? { details: known.details } : {}),
    ...extra,
  };
  const headers: Record<string, string> = typeof retryAfter === "number" ? { "retry-after": String(retryAfter) } : {};
  return { status: known.status, body, code: known.code, headers };
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
