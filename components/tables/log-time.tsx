"use client";

import { useFormatter } from "next-intl";
import { clockWithSeconds, exactMoment } from "../time/moments.ts";

/** When a row of a log happened, to the second; the year only in its title. */
export function LogTime({ value }: { value: string }) {
  const format = useFormatter();
  const at = new Date(value);
  return (
    <time
      dateTime={at.toISOString()}
      title={format.dateTime(at, exactMoment)}
      className="tabular text-text-muted"
      suppressHydrationWarning
    >
      {format.dateTime(at, { day: "numeric", month: "short", ...clockWithSeconds })}
    </time>
  );
}
