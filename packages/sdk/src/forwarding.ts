import type { ParleyEvent } from "./events.ts";
import { signWebhook } from "./webhooks.ts";

export type Target = { url: string; secret: string; fetch?: typeof fetch };

/** Taken: 2xx. Refused: 3xx and 4xx, which webhooks do not repeat. Down: 5xx, or nothing answered. */
export type Fate = { kind: "taken" | "refused"; status: number } | { kind: "down"; reason: string };

const deadlineMs = 10_000;

/** One event, as a webhook sends it: the same body, the same headers, signed. */
export async function forward(event: ParleyEvent, target: Target, signal: AbortSignal): Promise<Fate> {
  const { url, secret, fetch: send = fetch } = target;
  const body = JSON.stringify({ event: event.type, timestamp: event.createdAt, data: event.data });
  const headers = {
    "Content-Type": "application/json",
    "X-Webhook-Event": event.type,
    "X-Webhook-Event-Id": event.id,
    "X-Webhook-Sequence": String(event.seq),
    "X-Webhook-Secret": secret,
    "X-Webhook-Signature": await signWebhook(body, secret),
  };
  try {
    const within = AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]);
    const answer = await send(url, { method: "POST", headers, body, redirect: "manual", signal: within });
    await answer.body?.cancel();
    const { status } = answer;
    if (status >= 500) return { kind: "down", reason: `it answered ${status}` };
    return { kind: answer.ok ? "taken" : "refused", status };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return { kind: "down", reason: cause instanceof Error ? cause.message : String(cause) };
  }
}

const longestPauseMs = 10_000;

function rest(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    if (signal.aborted) done();
    else signal.addEventListener("abort", done, { once: true });
  });
}

type Tell = (line: string) => void;

/** Tries until the receiver is there, so that the order is kept. Undefined: told to stop before. */
export async function deliver(
  event: ParleyEvent,
  target: Target,
  signal: AbortSignal,
  tell: Tell,
): Promise<Exclude<Fate, { kind: "down" }> | undefined> {
  for (let tries = 0; !signal.aborted; tries += 1) {
    const fate = await forward(event, target, signal);
    if (fate.kind !== "down") return fate;
    if (signal.aborted) return undefined;
    if (tries === 0) tell(`The receiver is down (${fate.reason}): waiting for it.`);
    await rest(Math.min(longestPauseMs, 250 * 2 ** tries), signal);
  }
  return undefined;
}
