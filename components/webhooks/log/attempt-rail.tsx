"use client";

import { useTranslations } from "next-intl";
import { cn } from "#components/ui/class-names.ts";
import type { DeliveryLog } from "#server/webhooks/schema.ts";
import { isRetried } from "./attempt-timing.ts";
import { useDuration, useOutcome } from "./delivery-words.ts";
import { LogTime } from "./log-time.tsx";
import { StatusMark } from "./status-mark.tsx";

export type RailAttempt = Pick<DeliveryLog, "id" | "attempt" | "success" | "statusCode" | "durationMs" | "createdAt">;

type AttemptRailProps = {
  /** The attempts of one delivery, first to last. */
  attempts: readonly RailAttempt[];
  selectedId: string;
  /** Where the delivery stands; pending: another attempt follows. */
  status: NonNullable<DeliveryLog["deliveryStatus"]>;
  onSelect: (id: string) => void;
};

/** One delivery from its first attempt to its last, with the waits between. */
export function AttemptRail({ attempts, selectedId, status, onSelect }: AttemptRailProps) {
  const waiting = status === "pending";
  const t = useTranslations("webhooks");
  const duration = useDuration();
  const outcome = useOutcome();
  const last = attempts.at(-1);
  const end = (attempt: RailAttempt) => {
    if (waiting) return t("detail.retryWaiting");
    if (status === "dropped") return t("detail.dropped");
    return t(isRetried(attempt.statusCode) ? "detail.noMore" : "detail.final");
  };
  return (
    <ol aria-label={t("detail.attempts")} className="grid">
      {attempts.map((attempt, index) => {
        const before = attempts[index - 1];
        const selected = attempt.id === selectedId;
        return (
          <li key={attempt.id} className="relative grid pl-6">
            <span
              aria-hidden
              className={cn(
                "absolute top-0 bottom-0 left-[7px] w-px bg-border-strong",
                index === 0 && "top-4",
                index === attempts.length - 1 && !waiting && "bottom-auto h-4",
              )}
            />
            <StatusMark
              success={attempt.success}
              className="absolute top-2 left-0 rounded-full bg-surface touch:top-3.5"
            />
            <button
              type="button"
              aria-current={selected ? "true" : undefined}
              onClick={() => onSelect(attempt.id)}
              className={cn(
                "tabular flex min-h-8 flex-wrap items-center gap-x-3 rounded-md px-2 text-start text-sm hover:bg-text/5 touch:min-h-11",
                selected && "bg-accent/8 font-medium hover:bg-accent/10",
              )}
            >
              <span>{t("log.attempt", { number: attempt.attempt })}</span>
              <span className={attempt.success ? "text-success" : "text-danger"}>{outcome(attempt)}</span>
              <span className="text-text-muted">{duration(attempt.durationMs)}</span>
              <span className="ml-auto text-text-muted text-xs">
                {before ? (
                  t("detail.attemptWait", { duration: duration(gapMs(before, attempt)) })
                ) : (
                  <LogTime value={attempt.createdAt} />
                )}
              </span>
            </button>
          </li>
        );
      })}
      {last && !last.success ? (
        <li className="relative pl-6 text-text-muted text-xs">
          {waiting ? (
            <span
              aria-hidden
              className="absolute top-2 left-1 size-2 rounded-full border border-text-faint border-dashed bg-surface"
            />
          ) : null}
          <span className="block px-2 py-1">{end(last)}</span>
        </li>
      ) : null}
    </ol>
  );
}

function gapMs(before: RailAttempt, after: RailAttempt): number {
  return Math.max(0, Date.parse(after.createdAt) - Date.parse(before.createdAt));
}
