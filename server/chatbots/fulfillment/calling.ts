import { fulfillmentSeconds } from "#server/base/measures.ts";
import { type OutboundAnswer, OutboundError, outbound } from "#server/outbound/sending.ts";
import { emptyAnswer, readFulfillment } from "../flow/fulfillment-answer.ts";
import type { CallOutcome, CallResult, PlannedCall } from "./schema.ts";

/** All calls of a turn share this time (I2). */
export const fulfillmentTimeoutMs = 8000;
/** Longer than a living process takes to continue a turn: afterwards it goes on without the replies. */
export const overdueMs = fulfillmentTimeoutMs + 4000;
const maxAnswerBytes = 256 * 1024;
const keptBytes = 16 * 1024;

type Ended = Pick<CallResult, "outcome" | "error"> & Partial<CallResult>;

/** A result with nothing but how it ended. */
export function failedCall(call: PlannedCall, outcome: CallOutcome, error: string, durationMs = 0): CallResult {
  const nothing = { statusCode: null, response: null, responseBytes: 0, answer: null, notes: [] };
  return { call, outcome, error, durationMs, ...nothing };
}

/** Bytes that are no UTF-8 become replacement characters; a byte order mark goes. */
const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

function parseJson(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

function read({ statusCode, body, truncated }: OutboundAnswer): Ended {
  if (statusCode < 200 || statusCode > 299)
    return { outcome: "http_error", error: `The endpoint answered ${statusCode}.` };
  if (truncated) return { outcome: "too_large", error: "The answer is larger than 256 KB." };
  const parsed = parseJson(decode(body));
  if (!parsed)
    return { outcome: "bad_json", error: body.length === 0 ? "The answer is empty." : "The answer is not JSON." };
  const found = readFulfillment(parsed.value);
  if (!found) return { outcome: "bad_json", error: "The answer is not a JSON object." };
  return { outcome: "answered", error: "", answer: found.answer ?? emptyAnswer, notes: found.notes };
}

type How = { owner: string; timeoutMs?: number };

/** Sends one request. Whatever happens is a result: a call never throws. `owner` keeps connections of companies apart. */
export async function callEndpoint(call: PlannedCall, request: object, how: How): Promise<CallResult> {
  const result = await tryEndpoint(call, request, how);
  fulfillmentSeconds.observe({ outcome: result.outcome }, result.durationMs / 1000);
  return result;
}

async function tryEndpoint(
  call: PlannedCall,
  request: object,
  { owner, timeoutMs = fulfillmentTimeoutMs }: How,
): Promise<CallResult> {
  const begun = performance.now();
  const elapsed = () => Math.round(performance.now() - begun);
  try {
    const answer = await outbound({
      url: call.url,
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify({ ...request, flow: call.flow }),
      timeoutMs,
      maxBytes: maxAnswerBytes,
      pool: owner,
    });
    return {
      ...failedCall(call, "answered", "", elapsed()),
      statusCode: answer.statusCode,
      response: decode(answer.body.subarray(0, keptBytes)).replaceAll("\0", ""),
      responseBytes: answer.body.length,
      ...read(answer),
    };
  } catch (error) {
    if (error instanceof OutboundError) return failedCall(call, error.kind, error.message, elapsed());
    return failedCall(call, "network", "The endpoint could not be called.", elapsed());
  }
}
