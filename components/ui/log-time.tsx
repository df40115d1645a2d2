"use client";

import { useFormatter } from "next-intl";

/** When a row of a log happened, to the second; the year only in its title. */
export function LogTime({ value }: { value: string }) {
  const format = useFormatter();
  const at = new Date(value);
  return (
    <time
      dateTime={at.toISOString()}
      title={format.dateTime(at, { dateStyle: "full", timeStyle: "medium" })}
      className="tabular text-text-muted"
      suppressHydrationWarning
    >
      {format.dateTime(at, {
        day: "numeric",
        month: "short",
        hour: "2-digit",
        minute: "2-digit",
        second: "2-digit",
        hourCycle: "h23",
      })}
    </time>
  );
}
