import { OutboundError } from "#server/outbound/sending.ts";
import type { Connection } from "../connection/connecting.ts";
import { objectIn, parseLossless, textIn } from "../inbound/lossless.ts";
import { entryFor, type GraphAction } from "./errors.ts";
import { callPlatform, type PlatformAnswer, type PlatformCall } from "./transport.ts";

/** A refusal of the Graph API, or the lack of an answer. `message` is a sentence for people. */
export class GraphError extends Error {
  readonly code: number;
  readonly subcode: number | null;
  /** The platform's own words. */
  readonly details: string;
  readonly status: number;
  readonly action: GraphAction;

  constructor(known: {
    code: number;
    subcode?: number | null;
    details?: string;
    status?: number;
    action?: GraphAction;
    message?: string;
    cause?: unknown;
  }) {
    const [action, sentence] = entryFor(known.code, known.subcode ?? null, known.status ?? 400);
    super(known.message ?? sentence, { cause: known.cause });
    this.name = "GraphError";
    this.code = known.code;
    this.subcode = known.subcode ?? null;
    this.details = known.details ?? "";
    this.status = known.status ?? 0;
    this.action = known.action ?? action;
  }
}

export type GraphCall = {
  method: "GET" | "POST" | "DELETE";
  /** Below the version: `/1234/messages`. */
  path: string;
  query?: Record<string, string>;
  body?: Record<string, unknown> | undefined;
  /** Instead of `body`: raw bytes with their content type. */
  bytes?: Buffer;
  headers?: Record<string, string>;
  timeoutMs?: number;
};

export type GraphAccess = Pick<Connection, "companyId" | "graphUrl"> & { credentials: { accessToken: string } };

const timeoutMs = 15_000;
const maxBytes = 5 * 1024 * 1024;

function platformCall(access: GraphAccess, call: GraphCall): PlatformCall {
  const { accessToken } = access.credentials;
  const query = new URLSearchParams(call.query).toString();
  const body = call.bytes ?? (call.body ? Buffer.from(JSON.stringify(call.body)) : undefined);
  return {
    url: `${access.graphUrl}${call.path}${query ? `?${query}` : ""}`,
    method: call.method,
    headers: {
      accept: "application/json",
      ...(accessToken ? { authorization: `Bearer ${accessToken}` } : {}),
      ...(call.body && !call.bytes ? { "content-type": "application/json" } : {}),
      ...call.headers,
    },
    ...(body ? { body } : {}),
    timeoutMs: call.timeoutMs ?? timeoutMs,
    maxBytes,
    pool: `meta:${access.companyId}`,
  };
}

/**
 * Calls the Graph API and answers its JSON, with ids beyond 2^53 as text. Throws GraphError; its action is `unknown`
 * where a POST may have been accepted although no answer came.
 */
export async function graphRequest(access: GraphAccess, call: GraphCall): Promise<Record<string, unknown>> {
  const answer = await answered(platformCall(access, call), call.method);
  const body = bodyOf(answer);
  if (answer.statusCode >= 200 && answer.statusCode < 300) {
    if (body) return body;
    throw new GraphError({
      ...unsure(call.method),
      status: answer.statusCode,
      message: "The platform's answer cannot be read.",
    });
  }
  const error = objectIn(body?.error);
  if (body === undefined || error.code === undefined) {
    const { statusCode: status } = answer;
    throw new GraphError({ ...withoutCode(status, call.method), status, details: `HTTP ${status}` });
  }
  throw new GraphError({
    code: Number(textIn(error.code)),
    subcode: error.error_subcode === undefined ? null : Number(textIn(error.error_subcode)),
    details: textIn(objectIn(error.error_data).details) || textIn(error.error_user_msg) || textIn(error.message),
    status: answer.statusCode,
  });
}

/** A gateway answered instead of the platform: on 5xx it is unknown whether the message was accepted. */
function withoutCode(status: number, method: string): { code: number; action?: GraphAction } {
  if (status >= 500) return unsure(method);
  if (status === 429) return { code: -1 };
  return { code: status === 401 ? 190 : 100 };
}

function unsure(method: string): { code: number; action: GraphAction } {
  return { code: -1, action: method === "GET" ? "retry" : "unknown" };
}

function bodyOf(answer: PlatformAnswer): Record<string, unknown> | undefined {
  try {
    const parsed = parseLossless(answer.body.toString("utf8"));
    return typeof parsed === "object" && parsed !== null && !Array.isArray(parsed) ? objectIn(parsed) : undefined;
  } catch {
    return undefined;
  }
}

/** The connection was never made: nothing can have been accepted. */
const unmade = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);

function neverLeft(error: OutboundError): boolean {
  const causes = error.cause instanceof AggregateError ? error.cause.errors : [error.cause];
  return causes.some((cause) => cause instanceof Error && unmade.has(String(Reflect.get(cause, "code"))));
}

async function answered(call: PlatformCall, method: string): Promise<PlatformAnswer> {
  try {
    return await callPlatform(call);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    const refused = error.kind === "blocked" || error.kind === "invalid_url";
    const action = refused ? "fail" : neverLeft(error) ? "retry" : unsure(method).action;
    const message =
      action === "unknown"
        ? `No answer from the platform: it is not known whether the message arrived.`
        : error.message;
    throw new GraphError({ code: -1, action, message, details: error.message, cause: error });
  }
}
