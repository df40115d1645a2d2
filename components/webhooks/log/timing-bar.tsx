"use client";

import { useTranslations } from "next-intl";
import { cn } from "#components/ui/class-names.ts";
import { barWidth, type Pace, paceOf, timeoutMs } from "./attempt-timing.ts";
import { useDuration } from "./delivery-words.ts";

const paceStyles: Record<Pace, string> = { quick: "bg-success", slow: "bg-warning", late: "bg-danger" };

/** How much of the time that a receiver has for its answer it took. */
export function TimingBar({ durationMs, className }: { durationMs: number; className?: string }) {
  const t = useTranslations("webhooks.timing");
  const duration = useDuration();
  return (
    <div className={cn("grid gap-1", className)}>
      <div className="flex justify-between gap-2 text-xs">
        <span className="tabular font-medium">{duration(durationMs)}</span>
        <span className="tabular text-text-muted">{t("limit", { seconds: timeoutMs / 1000 })}</span>
      </div>
      <div aria-hidden className="h-1.5 overflow-hidden rounded-full bg-text/8">
        <div
          className={cn("h-full rounded-full", paceStyles[paceOf(durationMs)])}
          style={{ width: `${barWidth(durationMs)}%` }}
        />
      </div>
    </div>
  );
}
