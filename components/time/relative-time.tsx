"use client";

import { useFormatter, useTimeZone, useTranslations } from "next-intl";
import { Tooltip } from "../ui/tooltip.tsx";
import { clock, exactMoment } from "./moments.ts";
import { relativeLabel } from "./relative-label.ts";
import { useTickingNow } from "./ticking-now.ts";

type RelativeTimeProps = {
  value: Date | string | number;
  /** Without the tooltip, for rows where hundreds of times stand; the exact date stays in `title`. */
  plain?: boolean;
  className?: string;
};

export function RelativeTime({ value, plain, className }: RelativeTimeProps) {
  const format = useFormatter();
  const text = useRelativeText();
  const at = new Date(value);
  const exact = format.dateTime(at, exactMoment);
  const time = (
    <time dateTime={at.toISOString()} title={plain ? exact : undefined} className={className} suppressHydrationWarning>
      {text(at)}
    </time>
  );
  return plain ? time : <Tooltip content={exact}>{time}</Tooltip>;
}

/** Turns a moment into its short text, and renews it as time passes. */
export function useRelativeText(): (at: Date) => string {
  const t = useTranslations("ui.time");
  const format = useFormatter();
  const timeZone = useTimeZone() ?? "UTC";
  const now = useTickingNow();
  return (at) => {
    const label = relativeLabel(at, now, timeZone);
    if (label.kind === "now") return t("now");
    if (label.kind === "minutes") return t("minutes", { minutes: label.minutes });
    if (label.kind === "time") return format.dateTime(at, clock);
    if (label.kind === "weekday") return format.dateTime(at, { weekday: "short" });
    if (label.kind === "day") return format.dateTime(at, { day: "numeric", month: "short" });
    return format.dateTime(at, { day: "numeric", month: "short", year: "numeric" });
  };
}
