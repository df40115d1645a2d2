import { Agent } from "undici";
import { type OutboundAnswer, OutboundError, type OutboundRequest, outbound } from "#server/outbound/sending.ts";
import { simulatorOrigin, simulatorServed } from "../simulator/address.ts";

export type PlatformCall = OutboundRequest;
export type PlatformAnswer = Pick<OutboundAnswer, "statusCode" | "headers" | "body" | "truncated">;

let loopback: Agent | undefined;

/** Meta is reached through the guarded client; this process's own simulator by loopback, which that one refuses. */
export async function callPlatform(call: PlatformCall): Promise<PlatformAnswer> {
  if (!call.url.startsWith(`${simulatorOrigin()}/simulator/`)) return outbound(call);
  await simulatorServed();
  loopback ??= new Agent({ connections: 128, pipelining: 1, keepAliveTimeout: 10_000 });
  const url = new URL(call.url);
  try {
    const answer = await loopback.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: call.method ?? "POST",
      headers: call.headers ?? {},
      body: call.body ?? null,
      signal: AbortSignal.timeout(call.timeoutMs),
    });
    const bytes = Buffer.from(await answer.body.arrayBuffer());
    const headers = Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]));
    return {
      statusCode: answer.statusCode,
      headers,
      body: bytes.subarray(0, call.maxBytes),
      truncated: bytes.length > call.maxBytes,
    };
  } catch (cause) {
    const timeout = cause instanceof Error && cause.name === "TimeoutError";
    throw new OutboundError(timeout ? "timeout" : "network", "The simulator did not answer.", { cause });
  }
}
