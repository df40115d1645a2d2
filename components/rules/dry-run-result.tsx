"use client";

import Link from "next/link";
import { useFormatter, useTranslations } from "next-intl";
import { moment } from "#components/time/moments.ts";
import type { RuleDryRun } from "#server/rules/schema.ts";

/** Below a long form it would not be seen. */
const reveal = (element: HTMLElement | null): void => element?.scrollIntoView({ block: "nearest" });

/** Where a rule would have run. */
export function DryRunResult({ told }: { told: RuleDryRun }) {
  const t = useTranslations("rules.dryRun");
  const format = useFormatter();
  return (
    <section ref={reveal} aria-label={t("title")} className="grid gap-2 rounded-lg border border-border p-3">
      <p role="status" className="text-sm">
        {t("told", { matched: told.matched, looked: told.looked })}
        {told.complete ? "" : ` ${t("more")}`}
      </p>
      <ul className="grid gap-1">
        {told.conversations.map(({ conversationId, visitorName, at, runs }) => (
          <li key={conversationId} className="flex items-center gap-3 text-sm">
            <Link
              href={`/inbox/${conversationId}`}
              target="_blank"
              className="min-w-0 flex-1 truncate rounded-sm text-accent hover:underline"
            >
              {visitorName || t("nameless")}
            </Link>
            {runs > 1 ? <span className="text-text-muted text-xs">{t("runs", { count: runs })}</span> : null}
            <time dateTime={at} className="tabular text-text-muted text-xs">
              {format.dateTime(new Date(at), moment)}
            </time>
          </li>
        ))}
      </ul>
      <p className="text-text-muted text-xs">{t("hint")}</p>
    </section>
  );
}
