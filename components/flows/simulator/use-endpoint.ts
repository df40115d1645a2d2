"use client";

import { useTranslations } from "next-intl";
import { useCallback } from "react";
import { failureOf, useTRPCClient } from "#components/live/api.ts";
import { untilThere } from "#components/ui/late/later.tsx";
import type { CallResult, PlannedCall } from "#server/chatbots/fulfillment/schema.ts";
import { turns } from "./late-turns.ts";
import type { Asking } from "./simulated-request.ts";

export const endpointModes = ["off", "stub", "real"] as const;
export type EndpointSetting = {
  endpoint: (typeof endpointModes)[number];
  /** What the endpoint is taken to answer, as JSON. */
  stub: string;
};

/** A call before its endpoint has replied. */
export const nothingReplied = {
  statusCode: null,
  response: null,
  responseBytes: 0,
  durationMs: 0,
  answer: null,
  notes: [],
};

/** What the endpoints reply, really or as written; nothing is stored. A call that fails is a result too. */
export function useEndpoint(chatbotId: string, { endpoint, stub }: EndpointSetting) {
  const t = useTranslations("flows.simulator.endpoint");
  const api = useTRPCClient();
  return useCallback(
    async ({ plan, request }: Asking): Promise<CallResult[]> => {
      const ask = async (call: PlannedCall): Promise<CallResult> => {
        const given = { chatbotId, url: call.url, request: { ...request, flow: call.flow } };
        try {
          const { url: _url, request: _request, ...result } = await api.chatbots.testFulfillment.mutate(given);
          return { ...result, call };
        } catch (error) {
          const { code, message } = failureOf(error);
          const outcome =
            code === "rate_limited" ? "busy" : code === "validation_error" ? "invalid_url" : "interrupted";
          return { ...nothingReplied, call, outcome, error: message || t("unreachable") };
        }
      };
      if (endpoint === "stub") return (await untilThere(turns)).stubbed(plan.calls, stub);
      return endpoint === "real" ? Promise.all(plan.calls.map(ask)) : [];
    },
    [api, chatbotId, endpoint, stub, t],
  );
}
