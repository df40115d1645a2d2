/** Every error code of the service and its place in each transport. The only such table. */
export const errorTable = {
  validation_error: { status: 400, trpc: "BAD_REQUEST" },
  invalid_json: { status: 400, trpc: "BAD_REQUEST" },
  unsupported_content: { status: 400, trpc: "BAD_REQUEST" },
  unauthorized: { status: 401, trpc: "UNAUTHORIZED" },
  forbidden: { status: 403, trpc: "FORBIDDEN" },
  plan_limit_reached: { status: 403, trpc: "FORBIDDEN" },
  password_needed: { status: 403, trpc: "FORBIDDEN" },
  not_found: { status: 404, trpc: "NOT_FOUND" },
  method_not_allowed: { status: 405, trpc: "METHOD_NOT_SUPPORTED" },
  conversation_intervened: { status: 409, trpc: "CONFLICT" },
  conversation_closed: { status: 409, trpc: "CONFLICT" },
  messaging_window_closed: { status: 409, trpc: "CONFLICT" },
  template_not_approved: { status: 409, trpc: "CONFLICT" },
  already_exists: { status: 409, trpc: "CONFLICT" },
  limit_reached: { status: 409, trpc: "CONFLICT" },
  idempotency_conflict: { status: 409, trpc: "CONFLICT" },
  idempotency_in_progress: { status: 409, trpc: "CONFLICT" },
  conflict: { status: 409, trpc: "CONFLICT" },
  precondition_failed: { status: 412, trpc: "PRECONDITION_FAILED" },
  payload_too_large: { status: 413, trpc: "PAYLOAD_TOO_LARGE" },
  unsupported_media_type: { status: 415, trpc: "UNSUPPORTED_MEDIA_TYPE" },
  rate_limited: { status: 429, trpc: "TOO_MANY_REQUESTS" },
  internal_error: { status: 500, trpc: "INTERNAL_SERVER_ERROR" },
  unavailable: { status: 503, trpc: "SERVICE_UNAVAILABLE" },
} as const;

export type ErrorCode = keyof typeof errorTable;

/** One fault of one field: `field` is a dotted path, `code` a short machine word. */
export type FieldError = { field: string; code: string; message: string };

type ErrorOptions = {
  message?: string;
  details?: FieldError[];
  /** Further public keys of the body, e.g. requiredPermissions. */
  extra?: Record<string, unknown>;
  /** Private: logged, never shown. */
  cause?: unknown;
};

const sentences: Record<ErrorCode, string> = {
  validation_error: "The request is not valid.",
  invalid_json: "The body is not valid JSON.",
  unsupported_content: "The channel cannot carry this.",
  unauthorized: "Sign in or send a valid token.",
  forbidden: "You may not do this.",
  plan_limit_reached: "The plan's limit is reached.",
  password_needed: "Enter your password to do this.",
  not_found: "Nothing was found here.",
  method_not_allowed: "This method is not allowed here.",
  conversation_intervened: "The conversation is intervened: a chatbot message cannot be sent.",
  conversation_closed: "The conversation is closed.",
  messaging_window_closed: "The 24-hour messaging window is closed: only an approved template can be sent.",
  template_not_approved: "The template is not approved.",
  already_exists: "This already exists.",
  limit_reached: "A limit is reached.",
  idempotency_conflict: "This Idempotency-Key was used with another request.",
  idempotency_in_progress: "The first request with this Idempotency-Key is still running.",
  conflict: "The request conflicts with the current state.",
  precondition_failed: "The resource has changed since it was read.",
  payload_too_large: "The body is too large.",
  unsupported_media_type: "Send the body as application/json.",
  rate_limited: "Too many requests. Try again later.",
  internal_error: "Something went wrong on our side.",
  unavailable: "The service is not available right now. Try again later.",
};

/** The only error that leaves an operation on purpose. `message` is public, `cause` private. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: FieldError[] | undefined;
  readonly extra: Record<string, unknown> | undefined;

  constructor(code: ErrorCode, options: ErrorOptions = {}) {
    super(options.message ?? sentences[code], { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.details = options.details;
    this.extra = options.extra;
  }

  get status(): number {
    return errorTable[this.code].status;
  }
}

/**
 * A record that does not exist, belongs to another company or may not be seen: the answer is the same for all three.
 */
export function notFound(what = "record"): AppError {
  return new AppError("not_found", { message: `No such ${what}.` });
}

/** One invalid field, found after the shape was right (an unknown reference, say). */
export function invalidField(field: string, message: string, code = "invalid"): AppError {
  return new AppError("validation_error", { message, details: [{ field, code, message }] });
}
