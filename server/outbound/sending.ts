import type { Dispatcher } from "undici";
import { failureOf, OutboundError } from "./failing.ts";
import { checkedHeaders } from "./headers.ts";
import { poolFor } from "./pools.ts";
import { refuseParsed } from "./targets.ts";

export { OutboundError } from "./failing.ts";

export type OutboundRequest = {
  url: string;
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** For everything: connecting, sending, and reading the whole answer. */
  timeoutMs: number;
  /** The answer's body is cut here. */
  maxBytes: number;
  /**
   * Whose connections these are (a webhook or company id): kept alive and never shared with another. Without it the
   * connection ends with the answer, because a host can poison the next answer of a connection that tenants share.
   */
  pool?: string;
};

export type OutboundAnswer = {
  statusCode: number;
  /** Names in lower case; repeated headers joined by commas. */
  headers: Record<string, string>;
  body: Buffer;
  truncated: boolean;
  durationMs: number;
};

/**
 * Calls another server: only public addresses (checked at connect time), no redirects, one deadline for the whole
 * exchange. Any status is an answer. Throws OutboundError (invalid_url, blocked, timeout, network).
 */
export async function outbound(request: OutboundRequest): Promise<OutboundAnswer> {
  const begun = performance.now();
  const elapsed = () => Math.round(performance.now() - begun);
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), request.timeoutMs);
  try {
    const response = await send(request, deadline.signal);
    const { body, truncated } = await readBody(response.body, request.maxBytes);
    const headers = plainHeaders(response.headers);
    return { statusCode: response.statusCode, headers, body, truncated, durationMs: elapsed() };
  } catch (error) {
    if (!deadline.signal.aborted) throw failureOf(error, elapsed());
    const seconds = request.timeoutMs / 1000;
    throw new OutboundError("timeout", `No complete answer within ${seconds} s.`, { durationMs: elapsed() });
  } finally {
    clearTimeout(timer);
  }
}

async function send(request: OutboundRequest, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
  if (!URL.canParse(request.url)) throw new OutboundError("invalid_url", "Not an http or https address.");
  const url = new URL(request.url);
  const refused = refuseParsed(url);
  if (refused) throw new OutboundError(refused.kind, refused.message);
  return poolFor(url, request.pool).request({
    path: url.pathname + url.search,
    method: request.method ?? "POST",
    headers: checkedHeaders(request.headers ?? {}),
    body: request.body ?? null,
    signal,
    reset: request.pool === undefined,
  });
}

async function readBody(stream: Dispatcher.ResponseData["body"], maxBytes: number) {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    // Leaving the loop destroys the stream and with it the connection: the rest is never read.
    if (size > maxBytes) break;
  }
  const body = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
  return { body: body.subarray(0, maxBytes), truncated: size > maxBytes };
}

function plainHeaders(headers: Dispatcher.ResponseData["headers"]): Record<string, string> {
  const result: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) result[name] = Array.isArray(value) ? value.join(", ") : value;
  }
  return result;
}
