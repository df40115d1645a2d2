"use client";

import { ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";

/** Headers as sent, folded at first; secret values come masked from the service. */
export function HeaderList({ headers }: { headers: Readonly<Record<string, string>> }) {
  const t = useTranslations("webhooks.detail");
  const entries = Object.entries(headers);
  if (entries.length === 0) return null;
  return (
    <details className="group rounded-md border border-border">
      <summary className="flex min-h-9 cursor-default list-none items-center gap-1.5 rounded-md px-3 text-xs hover:bg-text/3 touch:min-h-12">
        <ChevronRight aria-hidden className="size-3.5 text-text-faint transition-transform group-open:rotate-90" />
        <span className="font-medium">{t("headers")}</span>
        <span className="tabular text-text-muted">{entries.length}</span>
      </summary>
      <dl className="grid gap-1 border-border border-t px-3 py-2 font-mono text-xs">
        {entries.map(([name, value]) => (
          <div key={name} className="grid gap-x-3 sm:grid-cols-[minmax(0,11rem)_minmax(0,1fr)]">
            <dt className="wrap-anywhere text-text-muted">{name}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
