import type { Dispatcher } from "undici";
import { AppError } from "#server/base/errors.ts";
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
  /** Told of what comes, as it comes; what it throws ends the call and is thrown. */
  room?: { take(bytes: number): void };
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
  try {
    const answer = await exchange(request);
    return { ...answer, durationMs: elapsed() };
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw failureOf(error, elapsed());
  }
}

type Answer = Omit<OutboundAnswer, "durationMs">;

async function exchange(request: OutboundRequest): Promise<Answer> {
  const url = URL.parse(request.url);
  if (!url) throw new OutboundError("invalid_url", "Not an http or https address.");
  const refused = refuseParsed(url);
  if (refused) throw new OutboundError(refused.kind, refused.message);
  const headers = checkedHeaders(request.headers ?? {});
  const call = new Call(request);
  poolFor(url, request.pool).dispatch(
    {
      path: url.pathname + url.search,
      method: request.method ?? "POST",
      headers,
      body: request.body ?? null,
      reset: request.pool === undefined,
    },
    call,
  );
  return call.answer;
}

/** One request and its answer, read as it comes: streams and signals would cost as much as all the rest of a call. */
class Call implements Dispatcher.DispatchHandler {
  readonly answer: Promise<Answer>;
  private readonly settle: PromiseWithResolvers<Answer>;
  private readonly maxBytes: number;
  private readonly room: OutboundRequest["room"];
  private readonly timer: NodeJS.Timeout;
  private controller: Dispatcher.DispatchController | undefined;
  /** Why it is over before its end. */
  private over: Error | undefined;
  private statusCode = 0;
  private headers: Dispatcher.ResponseData["headers"] = {};
  private readonly chunks: Buffer[] = [];
  private size = 0;

  constructor({ timeoutMs, maxBytes, room }: OutboundRequest) {
    this.settle = Promise.withResolvers();
    this.answer = this.settle.promise;
    this.maxBytes = maxBytes;
    this.room = room;
    this.timer = setTimeout(() => {
      this.fail(new OutboundError("timeout", `No complete answer within ${timeoutMs / 1000} s.`));
    }, timeoutMs);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    if (this.over) controller.abort(this.over);
  }

  onResponseStart(_: unknown, statusCode: number, headers: Dispatcher.ResponseData["headers"]): void {
    // Below 200: word that the answer is yet to come.
    if (statusCode < 200) return;
    this.statusCode = statusCode;
    this.headers = headers;
  }

  onResponseData(_: unknown, chunk: Buffer): void {
    if (this.over) return;
    try {
      this.room?.take(chunk.length);
    } catch (error) {
      this.fail(error as Error);
      return;
    }
    this.chunks.push(chunk);
    this.size += chunk.length;
    if (this.size <= this.maxBytes) return;
    this.end();
    // The connection ends with it: the rest is never read.
    this.stop(new Error("the answer is longer than is kept"));
  }

  onResponseEnd(): void {
    this.end();
  }

  onResponseError(_: unknown, error: Error): void {
    this.fail(error);
  }

  private end(): void {
    clearTimeout(this.timer);
    const body = this.chunks.length === 1 && this.chunks[0] ? this.chunks[0] : Buffer.concat(this.chunks);
    const { statusCode, headers, maxBytes, size } = this;
    const kept = { body: body.subarray(0, maxBytes), truncated: size > maxBytes };
    this.settle.resolve({ statusCode, headers: plainHeaders(headers), ...kept });
  }

  private fail(error: Error): void {
    clearTimeout(this.timer);
    this.settle.reject(error);
    this.stop(error);
  }

  private stop(reason: Error): void {
    if (this.over) return;
    this.over = reason;
    this.controller?.abort(reason);
  }
}

function plainHeaders(headers: Dispatcher.ResponseData["headers"]): Record<string, string> {
  const result: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) result[name] = Array.isArray(value) ? value.join(", ") : value;
  }
  return result;
}
