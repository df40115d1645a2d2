import { nowMs, second } from "#server/base/clock.ts";
import { AppError } from "#server/base/errors.ts";

const deepest = 4;

/** The error and its causes, the outermost first. */
function chain(error: unknown): Error[] {
  const found: Error[] = [];
  for (let one = error; one instanceof Error && found.length < deepest; one = one.cause) found.push(one);
  return found;
}

function codeOf(error: Error): string | undefined {
  return "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** The SQLSTATE of what the database answered. */
export function stateOf(error: unknown): string | undefined {
  return chain(error)
    .map(codeOf)
    .find((code) => code !== undefined && /^[0-9A-Z]{5}$/.test(code) && /\d/.test(code));
}

/** The way to the server, before or in the middle of an answer. */
const network: ReadonlySet<string> = new Set([
  ...["ECONNREFUSED", "ECONNRESET", "ECONNABORTED", "EPIPE", "ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH"],
  ...["ENOTFOUND", "EAI_AGAIN", "ENETDOWN", "EHOSTDOWN"],
]);

/** Whatever keeps it from connecting: a server's socket that is gone is a file that is not there. */
function isOnTheWay(error: Error): boolean {
  return network.has(codeOf(error) ?? "") || ("syscall" in error && error.syscall === "connect");
}

/** The driver has no codes for what it finds out itself. */
const driver =
  /^(?:Connection terminated|Query read timeout|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed)/;

/**
 * Away, starting, stopping or paused (08, 57P), without room for connections, memory or disk (53), without its disk
 * (58030), only to be read (25006), tired of an idle transaction (25P), or too slow (57014).
 */
const away = /^(?:08...|53...|57P..|57014|58030|25006|25P03|25P04)$/;

/** The connection is unusable: nothing more is sent on it, not even ROLLBACK. */
export function isLost(error: unknown): error is Error {
  return chain(error).some((one) => isOnTheWay(one) || driver.test(one.message));
}

/** Serialization failure or deadlock: nothing happened, the whole operation may run again. */
export function isRetryable(error: unknown): boolean {
  const code = stateOf(error);
  return code === "40001" || code === "40P01";
}

/** Another transaction held the lock for longer than this one was willing to wait. */
export function isLockTimeout(error: unknown): boolean {
  return stateOf(error) === "55P03";
}

/** Refused for what was to be written (22, 23, or beyond a limit, 54): the same again is refused again. */
export function isRefused(error: unknown): boolean {
  return /^(?:22|23|54)/.test(stateOf(error) ?? "");
}

/** A row with this key is there already. */
export function isDuplicate(error: unknown): boolean {
  return stateOf(error) === "23505";
}

/** What it refers to is gone, or something still refers to it. */
export function isMissing(error: unknown): boolean {
  return stateOf(error) === "23503";
}

/** The database cannot do its work right now; later it can. */
export function isUnavailable(error: unknown): boolean {
  return isLost(error) || away.test(stateOf(error) ?? "");
}

const fullMs = 15 * second;
let fullAt = Number.NEGATIVE_INFINITY;

/** Whether the database has lately refused to write because its disk is full. While it is, reading goes on as ever. */
export const isFull = (): boolean => nowMs() - fullAt < fullMs;

/** Turns a database error into the service's own; anything unknown passes unchanged and ends as internal_error. */
export function mapDatabaseError(error: unknown): unknown {
  if (error instanceof AppError) return error;
  if (stateOf(error) === "53100") fullAt = nowMs();
  if (isUnavailable(error)) return new AppError("unavailable", { cause: error });
  switch (stateOf(error)) {
    case "23505":
      return new AppError("already_exists", { cause: error });
    case "23503":
      return new AppError("conflict", { message: "A record it refers to is missing or still in use.", cause: error });
    // Of Prisma itself: the row to change is not there.
    case "P2025":
      return new AppError("not_found", { cause: error });
    case "22P02":
    case "22021":
      return new AppError("validation_error", { cause: error });
    default:
      return error;
  }
}
