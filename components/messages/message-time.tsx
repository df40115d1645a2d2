"use client";

import { useFormatter } from "next-intl";
import { Tooltip } from "#components/ui/tooltip.tsx";

/** The clock time of a message; the whole date in a tooltip. */
export function MessageTime({ at, className }: { at: string; className?: string }) {
  const format = useFormatter();
  const date = new Date(at);
  return (
    <Tooltip content={format.dateTime(date, { dateStyle: "full", timeStyle: "medium" })}>
      <time dateTime={at} className={className}>
        {format.dateTime(date, clock)}
      </time>
    </Tooltip>
  );
}

export const clock = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
