"use client";

import { useFormatter } from "next-intl";
import { clockWithSeconds, zonedMoment } from "#components/time/moments.ts";
import { useTickingNow } from "#components/time/ticking-now.ts";

type LogTimeProps = { value: string; className?: string };

/** To the second, as logs are read; with the day once it is another one. */
export function LogTime({ value, className }: LogTimeProps) {
  const format = useFormatter();
  const now = useTickingNow();
  const at = new Date(value);
  const day = (date: Date) => format.dateTime(date, { dateStyle: "short" });
  const time = format.dateTime(at, clockWithSeconds);
  return (
    <time dateTime={value} title={format.dateTime(at, zonedMoment)} className={className} suppressHydrationWarning>
      {day(at) === day(now) ? time : `${format.dateTime(at, { day: "numeric", month: "short" })} ${time}`}
    </time>
  );
}
