import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { AppError, type ErrorCode } from "#server/base/errors.ts";
import { addressOfIncoming, callerAddress, networkOf } from "#server/core/caller.ts";
import { secondsOfMinute, take } from "#server/kit/rest/limits.ts";
import { requestIdOf } from "#server/kit/rest/request-id.ts";
import { awayPage, isVisit } from "./away-page.ts";

type Status = 400 | 404 | 408 | 429 | 431 | 500 | 503;

const answers: Record<Status, { code: ErrorCode; message?: string }> = {
  400: { code: "validation_error" },
  404: { code: "not_found" },
  408: { code: "validation_error", message: "The request did not arrive in time." },
  429: { code: "rate_limited" },
  431: { code: "payload_too_large", message: "The address and the headers together are larger than 16 KB." },
  500: { code: "internal_error" },
  503: { code: "unavailable" },
};

/** Headers and body in the shape of every other error (decisions.md A1, A5). */
function answerOf(status: Status, address: string, requestId: string) {
  const { code, message } = answers[status];
  const error = new AppError(code, message === undefined ? {} : { message });
  const { limit, remaining, resetSeconds } = take(`address:${networkOf(address)}`);
  const body = JSON.stringify({ error: code, message: error.message, status, requestId });
  const headers: Record<string, string> = {
    "Content-Type": "application/json",
    "Content-Length": String(Buffer.byteLength(body)),
    "X-RateLimit-Limit": String(limit),
    "X-RateLimit-Remaining": String(remaining),
    "X-RateLimit-Reset": String(resetSeconds),
    ...(status === 503 ? { "Retry-After": "1" } : {}),
    ...(status === 429 ? { "Retry-After": String(secondsOfMinute()) } : {}),
  };
  return { headers, body };
}

/** Answers before or outside all routing. */
export function refuse(response: ServerResponse<IncomingMessage>, status: Status): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const requestId = String(response.getHeader("x-request-id") ?? "");
  const { headers, body } = answerOf(status, addressOfIncoming(response.req), requestId);
  const page = status === 503 && isVisit(response.req) ? awayPage(response.req) : undefined;
  if (page !== undefined) {
    headers["Content-Type"] = "text/html; charset=utf-8";
    headers["Content-Length"] = String(Buffer.byteLength(page));
    headers["Cache-Control"] = "no-store";
  }
  response.writeHead(status, headers);
  response.end(page ?? body);
}

/** Ends a connection that is not, or not yet, a request we answer. */
export function refuseUpgrade(socket: Duplex & Partial<Pick<Socket, "remoteAddress">>, status: Status): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const requestId = requestIdOf(undefined);
  const { headers, body } = answerOf(status, callerAddress(socket.remoteAddress, undefined), requestId);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const first = `HTTP/1.1 ${status} ${STATUS_CODES[status]}`;
  const head = [first, `X-Request-ID: ${requestId}`, "Connection: close", ...lines];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`, () => socket.destroy());
}

/** Why the parser gave up on a connection. */
export function statusOfFault(error: NodeJS.ErrnoException): Status {
  if (error.code === "HPE_HEADER_OVERFLOW") return 431;
  return error.code === "ERR_HTTP_REQUEST_TIMEOUT" ? 408 : 400;
}
