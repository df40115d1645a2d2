"use client";

import { useFormatter, useTimeZone, useTranslations } from "next-intl";
import { useTickingNow } from "#components/time/ticking-now.ts";

/** The date between two days of a thread: today and yesterday by name. */
export function DaySeparator({ at }: { at: string }) {
  const t = useTranslations("messages.thread");
  const format = useFormatter();
  const timeZone = useTimeZone() ?? "UTC";
  const now = useTickingNow();
  const date = new Date(at);
  const days = dayNumber(now, timeZone) - dayNumber(date, timeZone);
  const thisYear = date.getUTCFullYear() === now.getUTCFullYear();
  const words =
    days === 0
      ? t("today")
      : days === 1
        ? t("yesterday")
        : format.dateTime(date, {
            weekday: "long",
            day: "numeric",
            month: "long",
            ...(thisYear ? {} : { year: "numeric" }),
          });
  return (
    <div className="flex items-center gap-3 px-4 pt-4 pb-1">
      <span aria-hidden className="h-px flex-1 bg-border" />
      <h3 className="font-medium text-text-muted text-xs first-letter:uppercase">{words}</h3>
      <span aria-hidden className="h-px flex-1 bg-border" />
    </div>
  );
}

function dayNumber(date: Date, timeZone: string): number {
  const day = new Intl.DateTimeFormat("en-CA", { timeZone }).format(date);
  return Date.parse(`${day}T00:00:00Z`) / 86_400_000;
}

export function UnreadLine() {
  const t = useTranslations("messages.thread");
  return (
    <div className="flex items-center gap-3 px-4 pt-3 pb-1">
      <span aria-hidden className="h-px flex-1 bg-danger/40" />
      <h3 className="font-semibold text-danger text-xs">{t("unread")}</h3>
    </div>
  );
}
