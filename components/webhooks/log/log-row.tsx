"use client";

import { useTranslations } from "next-intl";
import { Badge } from "#components/ui/badge.tsx";
import { cn } from "#components/ui/class-names.ts";
import type { DeliveryLog } from "#server/webhooks/schema.ts";
import { useDuration, useFailure, useOutcome } from "./delivery-words.ts";
import { LogTime } from "./log-time.tsx";
import { StatusMark } from "./status-mark.tsx";

type LogRowProps = { log: DeliveryLog; active: boolean; selected: boolean };

export const logRowHeight = 52;

/** Event and time above, what came of it below. */
export function LogRow({ log, active, selected }: LogRowProps) {
  const t = useTranslations("webhooks.log");
  const duration = useDuration();
  const outcome = useOutcome();
  const failure = useFailure();
  return (
    <div
      className={cn(
        "grid h-full grid-cols-[auto_minmax(0,1fr)] items-center gap-x-2.5 border-border border-b px-3",
        active ? "bg-text/5" : "hover:bg-text/3",
        selected && "bg-accent/8 hover:bg-accent/10",
      )}
    >
      <StatusMark success={log.success} />
      <div className="grid min-w-0 gap-0.5">
        <span className="flex min-w-0 items-center justify-between gap-2">
          <code className="truncate font-medium font-mono text-xs">{log.event}</code>
          <LogTime value={log.createdAt} className="shrink-0 text-text-muted text-xs" />
        </span>
        <span className="tabular flex min-w-0 items-center gap-2 text-xs">
          <span className="sr-only">{log.success ? t("succeeded") : t("failed")}</span>
          <span className={cn("shrink-0 font-medium", log.success ? "text-success" : "text-danger")}>
            {outcome(log)}
          </span>
          <span className="shrink-0 text-text-muted">{duration(log.durationMs)}</span>
          {log.attempt > 1 ? <Badge className="h-4 text-2xs">{t("attempt", { number: log.attempt })}</Badge> : null}
          {log.deliveryId === null ? (
            <Badge tone="outline" className="h-4 text-2xs">
              {t("test")}
            </Badge>
          ) : null}
          {log.statusCode === null ? <span className="ml-auto truncate text-text-faint">{failure(log)}</span> : null}
        </span>
      </div>
    </div>
  );
}
