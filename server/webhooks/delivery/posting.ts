import { isUtf8 } from "node:buffer";
import { createHmac } from "node:crypto";
import { now } from "#server/base/clock.ts";
import { deliverySeconds } from "#server/base/measures.ts";
import { traceparent } from "#server/base/tracing.ts";
import { OutboundError, outbound } from "#server/outbound/sending.ts";
import type { SigningSecret } from "../secrets.ts";
import type { Subscription } from "./subscriptions.ts";

/** The deadline of one attempt (service.md section 6), and how much of the answer the log keeps. */
export const attemptTimeoutMs = 10_000;
const keptBytes = 4096;

/** How one attempt went. */
export type Outcome = {
  startedAt: Date;
  statusCode: number | null;
  responseBody: string | null;
  errorMessage: string | null;
  success: boolean;
  durationMs: number;
  /** 5xx, timeouts and network errors are tried again; 3xx, 4xx and refused addresses are not. */
  retryable: boolean;
};

/** What is sent. `sequence` null: not one of the company's events (a test), which stands before all of them. */
export type Sent = { event: string; body: string; eventId: string; sequence: number | null };

/** Headers to recognise repeats and to restore the order (K8): the same on every attempt and redelivery. */
function namesOf({ event, eventId, sequence }: Omit<Sent, "body">): Record<string, string> {
  const place = { "X-Webhook-Sequence": String(sequence ?? 0) };
  return { "X-Webhook-Event": event, "X-Webhook-Event-Id": eventId, ...place };
}

/** So that the receiver's trace goes on from ours, where traces are collected. */
function traceHeader(): Record<string, string> {
  const parent = traceparent();
  return parent ? { traceparent: parent } : {};
}

/** `t=<unix s>,v1=<hex HMAC-SHA256 of "<t>.<raw body>">` (K8). */
export function signatureOf(secret: string, body: string, at: Date): string {
  const t = Math.floor(at.getTime() / 1000);
  return `t=${t},v1=${createHmac("sha256", secret).update(`${t}.${body}`).digest("hex")}`;
}

/** `v1,<base64 HMAC-SHA256 of "<id>.<unix s>.<raw body>">` of each valid secret, as standardwebhooks.com has it. */
function standardHeadersOf(
  secrets: readonly SigningSecret[],
  { eventId, body }: Sent,
  at: Date,
): Record<string, string> {
  const time = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map(({ standardKey }) => {
    return `v1,${createHmac("sha256", standardKey).update(`${eventId}.${time}.${body}`).digest("base64")}`;
  });
  return { "webhook-id": eventId, "webhook-timestamp": time, "webhook-signature": signatures.join(" ") };
}

/**
 * What proves who sends it. After a rotation with overlap X-Webhook-Secret and X-Webhook-Signature, which hold one
 * secret, keep to the old one until its end, so that a receiver may be given the new one meanwhile.
 */
function proofOf(subscription: Subscription, secret: SigningSecret, sent: Sent, at: Date): Record<string, string> {
  const { previous, signed, standardHeaders } = subscription;
  const old = previous && previous.until > at ? previous.secret : undefined;
  const single = (old ?? secret).text;
  return {
    "X-Webhook-Secret": single,
    ...(signed ? { "X-Webhook-Signature": signatureOf(single, sent.body, at) } : {}),
    ...(standardHeaders ? standardHeadersOf(old ? [secret, old] : [secret], sent, at) : {}),
  };
}

/** Text for the log: what is not UTF-8 is replaced, a character cut in two is dropped, NUL cannot be stored. */
export function textOf(bytes: Buffer, truncated: boolean): string {
  let end = bytes.length;
  while (truncated && end > bytes.length - 4 && end > 0 && !isUtf8(bytes.subarray(0, end))) end -= 1;
  return bytes.subarray(0, end).toString("utf8").replaceAll("\0", "\ufffd");
}

function outcomeOfFailure(error: OutboundError, startedAt: Date): Outcome {
  return {
    startedAt,
    statusCode: null,
    responseBody: null,
    errorMessage: error.message,
    success: false,
    durationMs: error.durationMs,
    retryable: error.kind === "timeout" || error.kind === "network",
  };
}

function sentence(statusCode: number): string {
  const follows = statusCode >= 300 && statusCode < 400 ? " Redirects are not followed." : "";
  return `The receiver answered ${statusCode}.${follows}`;
}

/** A class of answers, so that receivers cannot make series without end. */
function classOf({ statusCode }: Outcome): string {
  return statusCode === null ? "failed" : `${Math.floor(statusCode / 100)}xx`;
}

/** Sealed with a signing secret that is gone: no attempt would be better. */
function unreadable(sentence: string, startedAt: Date): Outcome {
  return outcomeOfFailure(new OutboundError("invalid_url", sentence), startedAt);
}

/** One attempt. Never throws. */
export async function post(subscription: Subscription, sent: Sent): Promise<Outcome> {
  const outcome = await attempt(subscription, sent);
  deliverySeconds.observe({ outcome: classOf(outcome) }, outcome.durationMs / 1000);
  return outcome;
}

async function attempt(subscription: Subscription, sent: Sent): Promise<Outcome> {
  const { body } = sent;
  const startedAt = now();
  if (subscription.secret === null) return unreadable("The webhook's secret cannot be read: rotate it.", startedAt);
  if (subscription.headers === null) {
    return unreadable("The webhook's headers cannot be read: send customHeaders with their values anew.", startedAt);
  }
  const proof = proofOf(subscription, subscription.secret, sent, startedAt);
  const headers = { ...traceHeader(), ...subscription.headers, ...namesOf(sent), ...proof };
  try {
    const { url, id: pool } = subscription;
    const limits = { timeoutMs: attemptTimeoutMs, maxBytes: keptBytes };
    const answer = await outbound({ url, method: "POST", headers, body, pool, ...limits });
    const { statusCode, durationMs } = answer;
    const success = statusCode >= 200 && statusCode < 300;
    return {
      startedAt,
      statusCode,
      responseBody: textOf(answer.body, answer.truncated),
      errorMessage: success ? null : sentence(statusCode),
      success,
      durationMs,
      retryable: statusCode >= 500,
    };
  } catch (error) {
    const known = error instanceof OutboundError ? error : new OutboundError("network", "The request failed.");
    return outcomeOfFailure(known, startedAt);
  }
}

/** The headers of an attempt as the log shows them. */
export function shownHeaders(subscription: Subscription, sent: Omit<Sent, "body">): string {
  const signature = subscription.signed ? { "X-Webhook-Signature": "********" } : {};
  const standard = subscription.standardHeaders ? { "webhook-id": sent.eventId, "webhook-signature": "********" } : {};
  return JSON.stringify({
    ...traceHeader(),
    ...subscription.shownHeaders,
    ...namesOf(sent),
    ...signature,
    ...standard,
  });
}
