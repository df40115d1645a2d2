import { readFulfillment } from "#server/chatbots/flow/fulfillment-answer.ts";
import type { CallResult, PlannedCall } from "#server/chatbots/fulfillment/schema.ts";
import { nothingReplied } from "./use-endpoint.ts";

/** The stubbed answer, read as the service reads one; null where there is none. */
export function readStub(text: string): ReturnType<typeof readFulfillment> {
  try {
    return readFulfillment(JSON.parse(text));
  } catch {
    return null;
  }
}

/** The answer written in the simulator, as if the endpoint whose answer counts had given it. */
export function stubbed(calls: readonly PlannedCall[], stub: string): CallResult[] {
  const call = calls.at(-1);
  const read = readStub(stub);
  if (!call || !read) return [];
  return [
    { ...nothingReplied, ...read, call, outcome: "answered", error: "", response: stub, responseBytes: stub.length },
  ];
}
