import { newId } from "#server/base/ids.ts";
import { planWaits } from "../choices.ts";
import { type Outcome, shownHeaders } from "./posting.ts";
import type { Held } from "./queue.ts";
import type { Settled } from "./settling.ts";
import type { Subscription } from "./subscriptions.ts";

/** The wait before the n-th retry: 1, 2, 4, 8 ... s, and up to 10 % more so that crowds spread out (K7). */
export function retryDelayMs(retry: number, firstMs = 1000): number {
  return Math.ceil(firstMs * 2 ** (retry - 1) * (1 + Math.random() * 0.1));
}

type Planned = Pick<Subscription, "retryPlan" | "retryCount">;

/** The wait before the n-th retry of the subscription's plan; undefined: there is none. */
export function nextDelayMs({ retryPlan, retryCount }: Planned, retry: number, firstMs = 1000): number | undefined {
  if (retryPlan === "contract") return retry <= retryCount ? retryDelayMs(retry, firstMs) : undefined;
  const wait = planWaits[retryPlan][retry - 1];
  return wait === undefined ? undefined : Math.ceil(wait * firstMs * (1 + Math.random() * 0.1));
}

/** Its webhook is gone, paused, or no longer for such events: no attempt. */
export function dropped(held: Held): Settled {
  return {
    companyId: held.companyId,
    deliveryId: held.id,
    webhookId: held.webhookId,
    status: "dropped",
    attempt: held.attempt,
    delayMs: 0,
    logged: false,
    logId: newId(),
    url: "",
    event: held.event,
    requestHeaders: "{}",
    statusCode: null,
    responseBody: null,
    errorMessage: null,
    success: false,
    durationMs: 0,
    startedAt: new Date(),
  };
}

/** What one attempt makes of its delivery. */
export function resultOf(held: Held, subscription: Subscription, outcome: Outcome, firstMs: number): Settled {
  const attempt = held.attempt + 1;
  const wait = nextDelayMs(subscription, attempt - held.attemptsBefore, firstMs);
  const again = !outcome.success && outcome.retryable && wait !== undefined;
  const { statusCode, responseBody, errorMessage, success, durationMs, startedAt } = outcome;
  return {
    companyId: held.companyId,
    deliveryId: held.id,
    webhookId: held.webhookId,
    status: success ? "succeeded" : again ? "pending" : "failed",
    attempt,
    delayMs: again ? wait : 0,
    logged: true,
    logId: newId(),
    url: subscription.url,
    event: held.event,
    requestHeaders: shownHeaders(subscription, held),
    statusCode,
    responseBody,
    errorMessage,
    success,
    durationMs,
    startedAt,
  };
}
