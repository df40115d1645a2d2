import { now } from "#server/base/clock.ts";
import { type OutboundAnswer, OutboundError, type OutboundRequest, outbound } from "#server/outbound/sending.ts";
import { textOf } from "#server/webhooks/delivery/posting.ts";
import { keptBytes, mask, type RunCall } from "../choices.ts";
import { ActFailure } from "./failing.ts";

const callTimeoutMs = 10_000;
/** For all calls of an attempt: a lease lasts longer. */
const attemptTimeoutMs = 30_000;
const mostBytes = 512 * 1024;

type Asked = {
  url: string;
  method?: OutboundRequest["method"];
  headers?: Record<string, string>;
  /** Sent as JSON, unless it is a text. */
  body?: unknown;
  /** Other answers than 2xx that are no failure. */
  accepts?: readonly number[];
  /** Where a limit of calls passes: 429 is tried again. */
  limited?: boolean;
};

/** The words of a failed answer. */
function sentence(statusCode: number): string {
  const follows = statusCode >= 300 && statusCode < 400 ? " Redirects are not followed." : "";
  return `The receiver answered ${statusCode}.${follows}`;
}

function cut(text: string): string {
  const bytes = Buffer.from(text);
  return textOf(bytes.subarray(0, keptBytes), bytes.length > keptBytes);
}

/** Calls other servers for one attempt of a run and keeps what was said, without secrets. */
export class Caller {
  readonly calls: RunCall[] = [];
  private readonly secrets: readonly string[];
  private readonly pool: string;
  private readonly attempt: number;
  private readonly deadline = performance.now() + attemptTimeoutMs;

  constructor({ secrets, pool, attempt }: { secrets: readonly string[]; pool: string; attempt: number }) {
    const written = secrets.flatMap((one) => [one, encodeURIComponent(one), JSON.stringify(one).slice(1, -1)]);
    this.secrets = [...new Set(written)].filter((one) => one !== "").sort((a, b) => b.length - a.length);
    this.pool = pool;
    this.attempt = attempt;
  }

  /** Fails with what the other server says, unless it says 2xx. */
  async send(asked: Asked): Promise<OutboundAnswer> {
    const answer = await this.exchange(asked);
    const { statusCode } = answer;
    if ((statusCode >= 200 && statusCode < 300) || asked.accepts?.includes(statusCode)) return answer;
    const passing = statusCode >= 500 || (asked.limited === true && statusCode === 429);
    throw new ActFailure("answer", sentence(statusCode), passing);
  }

  /** Something that left by another way. */
  note({ method, url, body }: Pick<RunCall, "method" | "url" | "body">): void {
    this.begin({ url, method, headers: {}, body });
  }

  /** Texts for the log: no secret of the config is in them. */
  hidden(text: string): string {
    return this.secrets.reduce((shown, secret) => shown.replaceAll(secret, mask), text);
  }

  private async exchange({ url, method = "POST", headers = {}, body }: Asked): Promise<OutboundAnswer> {
    const text = body === undefined ? "" : typeof body === "string" ? body : JSON.stringify(body);
    const sent = body === undefined ? headers : { "Content-Type": "application/json", ...headers };
    const timeoutMs = Math.min(callTimeoutMs, this.deadline - performance.now());
    if (timeoutMs <= 0) throw new ActFailure("network", "No complete answer within 30 s.", true);
    const call = this.begin({ url, method, headers: sent, body: text });
    const limits = { timeoutMs, maxBytes: mostBytes, pool: this.pool };
    try {
      const answer = await outbound({ url, method, headers: sent, ...(text === "" ? {} : { body: text }), ...limits });
      call.statusCode = answer.statusCode;
      call.answer = cut(this.hidden(textOf(answer.body, answer.truncated)));
      call.durationMs = answer.durationMs;
      return answer;
    } catch (error) {
      const known = error instanceof OutboundError ? error : new OutboundError("network", "The request failed.");
      call.durationMs = known.durationMs;
      const passing = known.kind === "timeout" || known.kind === "network";
      throw new ActFailure(passing ? "network" : "blocked", known.message, passing);
    }
  }

  private begin({ url, method, headers, body }: Pick<RunCall, "url" | "method" | "headers" | "body">): RunCall {
    const shown = Object.entries(headers).map(([name, value]) => [name, this.hidden(value)]);
    const call: RunCall = {
      at: now().toISOString(),
      attempt: this.attempt,
      method,
      url: this.hidden(url),
      headers: Object.fromEntries(shown) as Record<string, string>,
      body: cut(this.hidden(body)),
      statusCode: null,
      answer: null,
      durationMs: 0,
    };
    this.calls.push(call);
    return call;
  }
}

/** An answer's JSON; undefined where it has none. */
export function jsonOf({ body }: OutboundAnswer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
}
