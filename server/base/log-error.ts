/** What is written of an error: never its other properties, which may be a whole connection or a request with its headers. */
type LoggedError = {
  type: string;
  message: string;
  code?: string;
  detail?: string;
  constraint?: string;
  stack?: string;
  cause?: LoggedError;
};

const deepest = 3;

/** Anything thrown, as plain data. */
export function loggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const logged: LoggedError = { type: error.name, message: error.message };
  for (const key of ["code", "detail", "constraint", "stack"] as const) {
    const value: unknown = Reflect.get(error, key);
    if (typeof value === "string") logged[key] = value;
  }
  if (error.cause !== undefined && depth < deepest) logged.cause = loggedError(error.cause, depth + 1);
  return logged;
}
