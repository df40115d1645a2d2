"use client";

import { useFormatter, useTranslations } from "next-intl";
import { cn } from "#components/ui/class-names.ts";
import type { Webhook } from "#server/webhooks/schema.ts";

type Health = Pick<Webhook["health"], "successes" | "failures">;

/** The share of the last day's attempts that succeeded, in figures and as a bar. */
export function HealthBar({ health }: { health: Health }) {
  const t = useTranslations("webhooks.health");
  const format = useFormatter();
  const count = health.successes + health.failures;
  if (count === 0) return <span className="text-text-faint">{t("none")}</span>;
  const share = health.successes / count;
  // Rounding must not turn a failure into 100 %.
  const percent = format.number(share === 1 ? 1 : Math.min(share, 0.999), {
    style: "percent",
    maximumFractionDigits: share > 0.99 && share < 1 ? 1 : 0,
  });
  return (
    <span
      className="inline-flex items-center gap-2 align-middle"
      title={t("sentence", { succeeded: health.successes, count })}
    >
      <span aria-hidden className="flex h-1.5 w-12 overflow-hidden rounded-full bg-danger">
        <span
          className={cn("h-full bg-success", share < 1 && share > 0 && "border-surface border-r-2")}
          style={{ width: `${share * 100}%` }}
        />
      </span>
      <span className="tabular">{t("rate", { percent, count })}</span>
    </span>
  );
}
