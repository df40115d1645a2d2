"use client";

import { useFormatter } from "next-intl";
import { clock, exactMoment } from "#components/time/moments.ts";
import { Tooltip } from "#components/ui/tooltip.tsx";

/** The clock time of a message; the whole date in a tooltip. */
export function MessageTime({ at, className }: { at: string; className?: string }) {
  const format = useFormatter();
  const date = new Date(at);
  return (
    <Tooltip content={format.dateTime(date, exactMoment)}>
      <time dateTime={at} className={className}>
        {format.dateTime(date, clock)}
      </time>
    </Tooltip>
  );
}
