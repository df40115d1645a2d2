"use client";

import { useFormatter, useTranslations } from "next-intl";
import { clockWithSeconds, zonedMoment } from "#components/time/moments.ts";
import type { BadgeTone } from "#components/ui/badge.tsx";
import type { FulfillmentCallSummary } from "#server/chatbots/fulfillment/schema.ts";

type Ended = Pick<FulfillmentCallSummary, "outcome" | "statusCode">;

/** How a call ended, short: the status where there is one. */
export function useOutcome(): (call: Ended) => { text: string; tone: BadgeTone } {
  const t = useTranslations("fulfillment.outcomes");
  return ({ outcome, statusCode }) => {
    if (outcome === "answered") return { text: String(statusCode ?? 200), tone: "success" };
    if (outcome === "http_error" && statusCode !== null) return { text: String(statusCode), tone: "danger" };
    return { text: t(outcome), tone: outcome === "interrupted" || outcome === "busy" ? "warning" : "danger" };
  };
}

export function useDuration(): (ms: number) => string {
  const format = useFormatter();
  return (ms) =>
    ms < 1000
      ? `${format.number(ms)} ms`
      : `${format.number(ms / 1000, { minimumFractionDigits: 1, maximumFractionDigits: 1 })} s`;
}

/** To the second, as logs are read. */
export function useLogTime(): (at: string) => { short: string; exact: string } {
  const format = useFormatter();
  return (at) => ({
    short: format.dateTime(new Date(at), clockWithSeconds),
    exact: format.dateTime(new Date(at), zonedMoment),
  });
}
