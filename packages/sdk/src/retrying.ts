export type RetryOptions = {
  /** Attempts after the first; 4 unless given, 0 for none. */
  retries?: number;
  /** How long one attempt may take, in milliseconds; 60,000 unless given. */
  timeoutMs?: number;
  /** The first pause where the server names none, in milliseconds; it doubles each time. 500 unless given. */
  pauseMs?: number;
  /** Who really sends; `fetch` unless given. */
  fetch?: (request: Request) => Promise<Response>;
};

const longestPauseMs = 60_000;

const worthIt: ReadonlySet<number> = new Set([429, 500, 502, 503, 504]);

/** The first request with this key still runs: its answer is there in a moment. */
async function isInProgress(response: Response): Promise<boolean> {
  if (response.status !== 409) return false;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  return typeof body === "object" && body !== null && "error" in body && body.error === "idempotency_in_progress";
}

/** What the server asks for, in milliseconds: `Retry-After` holds seconds or a date. */
export function pauseAskedFor(response: Response, now = Date.now()): number | undefined {
  const given = response.headers.get("retry-after");
  if (given === null) return undefined;
  const ms = /^\d+$/.test(given.trim()) ? Number(given) * 1000 : Date.parse(given) - now;
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, ms);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
}

type Attempt = { response: Response } | { failure: unknown };

/**
 * A fetch that tries again after 429, 5xx and broken connections. A POST carries one Idempotency-Key on all its
 * attempts, so that it is done once; the other methods leave the same when they are repeated.
 */
export function retrying(options: RetryOptions = {}): (request: Request) => Promise<Response> {
  const { retries = 4, timeoutMs = 60_000, pauseMs = 500, fetch: send = (request) => fetch(request) } = options;

  async function attempt(request: Request): Promise<Attempt> {
    const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)]);
    try {
      return { response: await send(new Request(request.clone(), { signal })) };
    } catch (failure) {
      return { failure };
    }
  }

  return async (request) => {
    if (request.method === "POST" && !request.headers.has("idempotency-key")) {
      request.headers.set("idempotency-key", crypto.randomUUID());
    }
    for (let tries = 0; ; tries += 1) {
      const found = await attempt(request);
      const response = "response" in found ? found.response : undefined;
      const again = response ? worthIt.has(response.status) || (await isInProgress(response)) : true;
      const asked = response && pauseAskedFor(response);
      const over = tries >= retries || request.signal.aborted || (asked ?? 0) > longestPauseMs;
      if (!again || over) {
        if ("failure" in found) throw found.failure;
        return found.response;
      }
      await response?.body?.cancel();
      // Not all at the same moment.
      const growing = Math.min(longestPauseMs, pauseMs * 2 ** tries) * (0.75 + Math.random() / 2);
      await pause(asked ?? growing, request.signal);
    }
  };
}
