import { type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { AppError, type ErrorCode } from "#server/core/errors.ts";
import { requestIdOf } from "#server/rest/request-id.ts";

const codes: Record<number, ErrorCode> = { 400: "validation_error", 404: "not_found", 500: "internal_error" };

/** Answers in the shape of every other error (decisions.md A1), before or outside all routing. */
export function refuse(response: ServerResponse, status: 400 | 404 | 500 | 503): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const requestId = String(response.getHeader("x-request-id") ?? "");
  const error = new AppError(codes[status] ?? "unavailable");
  response.writeHead(status, {
    "content-type": "application/json",
    ...(status === 503 ? { "retry-after": "1" } : {}),
  });
  response.end(JSON.stringify({ error: error.code, message: error.message, status, requestId }));
}

/** Ends a connection that is not, or not yet, a request we answer. */
export function refuseUpgrade(socket: Duplex, status: 400 | 404 | 503): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `X-Request-ID: ${requestIdOf(undefined)}`,
    "Connection: close",
    "Content-Length: 0",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n`, () => socket.destroy());
}
