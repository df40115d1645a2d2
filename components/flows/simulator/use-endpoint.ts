"use client";

import { useTranslations } from "next-intl";
import { useCallback } from "react";
import { failureOf, useTRPCClient } from "#components/live/api.ts";
import { readFulfillment } from "#server/chatbots/flow/fulfillment-answer.ts";
import type { CallResult, PlannedCall } from "#server/chatbots/fulfillment/schema.ts";
import type { Asking } from "./simulated-request.ts";

export const endpointModes = ["off", "stub", "real"] as const;
export type EndpointSetting = {
  endpoint: (typeof endpointModes)[number];
  /** What the endpoint is taken to answer, as JSON. */
  stub: string;
};

/** The stubbed answer, read as the service reads one; null where there is none. */
export function readStub(text: string): ReturnType<typeof readFulfillment> {
  try {
    return readFulfillment(JSON.parse(text));
  } catch {
    return null;
  }
}

const nothing = { statusCode: null, response: null, responseBytes: 0, durationMs: 0, answer: null, notes: [] };

/** The answer written in the simulator, as if the endpoint whose answer counts had given it. */
function stubbed(calls: readonly PlannedCall[], stub: string): CallResult[] {
  const call = calls.at(-1);
  const read = readStub(stub);
  if (!call || !read) return [];
  return [{ ...nothing, ...read, call, outcome: "answered", error: "", response: stub, responseBytes: stub.length }];
}

/** What the endpoints reply, really or as written; nothing is stored. A call that fails is a result too. */
export function useEndpoint(chatbotId: string, { endpoint, stub }: EndpointSetting) {
  const t = useTranslations("flows.simulator.endpoint");
  const api = useTRPCClient();
  return useCallback(
    ({ plan, request }: Asking): Promise<CallResult[]> | CallResult[] => {
      const ask = async (call: PlannedCall): Promise<CallResult> => {
        const given = { chatbotId, url: call.url, request: { ...request, flow: call.flow } };
        try {
          const { url: _url, request: _request, ...result } = await api.chatbots.testFulfillment.mutate(given);
          return { ...result, call };
        } catch (error) {
          const { code, message } = failureOf(error);
          const outcome =
            code === "rate_limited" ? "busy" : code === "validation_error" ? "invalid_url" : "interrupted";
          return { ...nothing, call, outcome, error: message || t("unreachable") };
        }
      };
      if (endpoint === "stub") return stubbed(plan.calls, stub);
      return endpoint === "real" ? Promise.all(plan.calls.map(ask)) : [];
    },
    [api, chatbotId, endpoint, stub, t],
  );
}
