import { HTTPException } from "hono/http-exception";
import { AppError } from "#server/core/errors.ts";
import { log } from "#server/core/log.ts";

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

function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof HTTPException && error.status === 413)
    return new AppError("payload_too_large", { cause: error });
  if (error instanceof HTTPException && error.status < 500) return new AppError("validation_error", { cause: error });
  if (error instanceof URIError) return new AppError("not_found", { cause: error });
  return new AppError("internal_error", { cause: error });
}
