/** A refusal in the envelope of the Graph API. */
export class SimulatedError extends Error {
  readonly code: number;
  readonly status: number;
  readonly subcode: number | undefined;
  readonly details: string | undefined;
  /** Seen by people in the platform's own screens; template errors have them. */
  readonly userMessage: string | undefined;

  constructor(
    code: number,
    message: string,
    more: { status?: number; subcode?: number; details?: string; userMessage?: string } = {},
  ) {
    super(message);
    this.code = code;
    this.status = more.status ?? statusOf(code);
    this.subcode = more.subcode;
    this.details = more.details;
    this.userMessage = more.userMessage;
  }
}

/** HTTP statuses as an older column of the platform's own list gives them. */
function statusOf(code: number): number {
  if (code === 0 || code === 190) return 401;
  if (code === 10 || (code >= 200 && code <= 299) || code === 368 || code === 131005 || code === 131031) return 403;
  if (code === 132001) return 404;
  if (code === 3 || code === 131000 || code === 131016 || code === 131045 || code === 133000) return 500;
  return code === 2 || code === 133004 ? 503 : 400;
}

export function envelope(error: SimulatedError): Response {
  const body = {
    error: {
      message: `(#${error.code}) ${error.message}`,
      type: "OAuthException",
      code: error.code,
      ...(error.details ? { error_data: { messaging_product: "whatsapp", details: error.details } } : {}),
      ...(error.subcode ? { error_subcode: error.subcode } : {}),
      ...(error.userMessage ? { error_user_title: error.message, error_user_msg: error.userMessage } : {}),
      fbtrace_id: "Asimulatedtrace0000000000",
    },
  };
  return Response.json(body, { status: error.status });
}

/** Unknown id, or one that this token may not see. */
export function unknownObject(id: string): SimulatedError {
  return new SimulatedError(
    100,
    `Unsupported request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation`,
    { subcode: 33 },
  );
}

export function invalidParameter(details: string, subcode?: number): SimulatedError {
  return new SimulatedError(100, "Invalid parameter", {
    details,
    ...(subcode ? { subcode, userMessage: details } : {}),
  });
}
