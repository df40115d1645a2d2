"use client";

import Link from "next/link";
import { useFormatter, useTranslations } from "next-intl";
import type { TokenUsage } from "#server/requests/schema.ts";

type TokenUsageCellProps = { token: { id: string; name: string }; usage: TokenUsage | undefined };

/** How much a token was used in the last days, day by day; leads to its requests. */
export function TokenUsageCell({ token, usage }: TokenUsageCellProps) {
  const t = useTranslations("requests.usage");
  const format = useFormatter();
  const highest = Math.max(1, ...(usage?.days ?? []).map(({ requests }) => requests));
  const days = usage?.days ?? [];
  const told = days.map(({ day, requests, failures }) =>
    t("day", {
      day: format.dateTime(new Date(day), { day: "numeric", month: "short", timeZone: "UTC" }),
      requests,
      failures,
    }),
  );
  return (
    <Link
      href={`/settings/requests?token=${token.id}`}
      prefetch={false}
      aria-label={t("open", { name: token.name, requests: usage?.requests ?? 0, failures: usage?.failures ?? 0 })}
      title={told.join("\n")}
      className="inline-flex max-w-full items-center gap-2 rounded-sm underline-offset-3 hover:underline touch:min-h-11"
    >
      <span aria-hidden className="flex h-4 w-14 shrink-0 items-end gap-px">
        {days.map(({ day, requests }) => (
          <span
            key={day}
            className={requests > 0 ? "min-h-0.5 flex-1 rounded-xs bg-accent" : "h-px flex-1 bg-border-strong"}
            style={requests > 0 ? { height: `${Math.round((requests / highest) * 100)}%` } : undefined}
          />
        ))}
      </span>
      <span className="tabular truncate text-text-muted">{format.number(usage?.requests ?? 0)}</span>
    </Link>
  );
}
