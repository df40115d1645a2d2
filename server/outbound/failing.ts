type OutboundFailure = "invalid_url" | "blocked" | "timeout" | "network";

/** Why a call to another server failed. `message` is a sentence for people and reveals nothing internal. */
export class OutboundError extends Error {
  readonly kind: OutboundFailure;
  readonly durationMs: number;

  constructor(kind: OutboundFailure, message: string, options: { cause?: unknown; durationMs?: number } = {}) {
    super(message, { cause: options.cause });
    this.name = "OutboundError";
    this.kind = kind;
    this.durationMs = options.durationMs ?? 0;
  }
}

const sentences: Record<string, string> = {
  ENOTFOUND: "The host name does not exist.",
  EAI_AGAIN: "The host name could not be resolved.",
  ENODATA: "The host name has no address.",
  ECONNREFUSED: "The connection was refused.",
  ECONNRESET: "The connection was reset.",
  EPIPE: "The connection was reset.",
  EHOSTUNREACH: "The host cannot be reached.",
  ENETUNREACH: "The network cannot be reached.",
  ETIMEDOUT: "The host did not answer the connection.",
  UND_ERR_CONNECT_TIMEOUT: "The host did not answer the connection.",
  UND_ERR_SOCKET: "The connection was closed before the answer was complete.",
  UND_ERR_HEADERS_OVERFLOW: "The answer's headers are too large.",
  CERT_HAS_EXPIRED: "The TLS certificate has expired.",
  CERT_NOT_YET_VALID: "The TLS certificate is not valid yet.",
  DEPTH_ZERO_SELF_SIGNED_CERT: "The TLS certificate is self-signed.",
  SELF_SIGNED_CERT_IN_CHAIN: "The TLS certificate is not signed by a trusted authority.",
  UNABLE_TO_GET_ISSUER_CERT: "The TLS certificate is not signed by a trusted authority.",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "The TLS certificate is not signed by a trusted authority.",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "The TLS certificate is not signed by a trusted authority.",
  ERR_TLS_CERT_ALTNAME_INVALID: "The TLS certificate belongs to another host.",
};

const timeouts = ["ETIMEDOUT", "UND_ERR_CONNECT_TIMEOUT"];

function codeOf(error: unknown): string {
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}

/** Most often https is asked of a port that speaks http. */
const tlsSentence = "No TLS connection came about: the server may not speak https on this port.";

function sentenceOf(error: unknown, code: string): string {
  const known = sentences[code];
  if (known) return known;
  if (code === "EPROTO" || code.startsWith("ERR_SSL_")) return tlsSentence;
  const unreadable = error instanceof Error && error.name === "HTTPParserError";
  return unreadable ? "The answer is not valid HTTP." : "The request failed on the network.";
}

/** Every way a request can fail, as one of the four kinds. */
export function failureOf(error: unknown, durationMs: number): OutboundError {
  if (error instanceof OutboundError) return new OutboundError(error.kind, error.message, { durationMs });
  const code = codeOf(error);
  const message = sentenceOf(error, code);
  return new OutboundError(timeouts.includes(code) ? "timeout" : "network", message, { cause: error, durationMs });
}
