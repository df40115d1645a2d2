import { AppError } from "#server/base/errors.ts";
import { log } from "#server/base/log.ts";
import { isUnavailable } from "#server/db/errors.ts";

/** The answer to a socket's failed request; an unknown fault is logged, and the client learns only that it was ours. */
export function codeOf(error: unknown): string {
  if (error instanceof AppError) return error.code;
  log.error({ error }, "a socket's request failed");
  return isUnavailable(error) ? "unavailable" : "internal_error";
}

/** Socket.IO hands `data` of a middleware's error to the client. */
export function refusal(error: AppError): Error {
  return Object.assign(new Error(error.message), { data: { error: error.code } });
}
