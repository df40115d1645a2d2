"use client";

import { useTranslations } from "next-intl";
import { Badge } from "#components/ui/badge.tsx";
import { cn } from "#components/ui/class-names.ts";
import type { FulfillmentCallSummary } from "#server/chatbots/fulfillment/schema.ts";
import { useDuration, useLogTime, useOutcome } from "./fulfillment-words.ts";

type RowProps = { call: FulfillmentCallSummary; active: boolean; selected: boolean };

export const callRowHeight = 56;

const dots = { success: "bg-success", warning: "bg-warning", danger: "bg-danger" };
const texts = { success: "text-success", warning: "text-warning", danger: "text-danger" };

/** What the visitor wrote and when; below, which endpoint was asked and how it went. */
export function FulfillmentRow({ call, active, selected }: RowProps) {
  const t = useTranslations("fulfillment");
  const { text, tone } = useOutcome()(call);
  const duration = useDuration();
  const { short, exact } = useLogTime()(call.createdAt);
  const dot = tone === "success" || tone === "warning" ? dots[tone] : dots.danger;
  return (
    <div
      className={cn(
        "grid h-full grid-cols-[auto_minmax(0,1fr)] items-center gap-x-2.5 border-border border-b px-3",
        active ? "bg-text/5" : "hover:bg-text/3",
        selected && "bg-accent/8 hover:bg-accent/10",
      )}
    >
      <span aria-hidden className={cn("size-2 rounded-full", dot)} />
      <div className="grid min-w-0 gap-1">
        <span className="flex min-w-0 items-center justify-between gap-2">
          <span className="truncate font-medium text-sm">{call.message || t("noWords")}</span>
          <time dateTime={call.createdAt} title={exact} className="tabular shrink-0 text-text-muted text-xs">
            {short}
          </time>
        </span>
        <span className="tabular flex min-w-0 items-center gap-2 text-text-muted text-xs">
          <span
            className={cn("shrink-0 font-medium", texts[tone === "success" || tone === "warning" ? tone : "danger"])}
          >
            {text}
          </span>
          <span className="shrink-0">{duration(call.durationMs)}</span>
          <span className="truncate">
            {call.source === "node" ? t("ofNode", { name: call.nodeName }) : t("global")}
          </span>
          {call.noteCount > 0 ? (
            <Badge tone="warning" className="ml-auto h-4 text-2xs">
              {t("dropped", { count: call.noteCount })}
            </Badge>
          ) : null}
        </span>
      </div>
    </div>
  );
}
