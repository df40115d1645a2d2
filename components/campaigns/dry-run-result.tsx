"use client";

import { useFormatter, useTranslations } from "next-intl";
import type { z } from "zod";
import type { dryRunSchema } from "#server/campaigns/schema.ts";
import { useReasonWords } from "./reason-words.ts";
import { shownNumber } from "./shown-number.ts";

export type DryRun = z.infer<typeof dryRunSchema>;

const mostShown = 50;

export function DryRunResult({ result }: { result: DryRun }) {
  const t = useTranslations("campaigns.dryRun");
  const format = useFormatter();
  const words = useReasonWords();
  return (
    <div role="status" className="grid gap-3 rounded-lg border border-border bg-surface p-3 text-sm">
      <p className="tabular font-medium text-base">
        {t("sendable", { sendable: format.number(result.sendable), total: format.number(result.total) })}
      </p>
      {result.excluded.length > 0 ? (
        <div className="grid gap-1">
          <p className="font-medium">{t("excluded")}</p>
          <ul className="grid gap-1">
            {result.excluded.map(({ code, reason, count }) => (
              <li key={code} className="flex gap-2">
                <span className="tabular min-w-8 text-right font-medium">{format.number(count)}</span>
                <span className="wrap-anywhere min-w-0 text-text-muted">{words(code, reason)}</span>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      {result.rows.length > 0 ? (
        <details>
          <summary className="cursor-pointer text-accent">{t("rows")}</summary>
          <ul className="mt-2 grid max-h-60 gap-1 overflow-y-auto">
            {result.rows.slice(0, mostShown).map((row, index) => (
              <li key={index} className="wrap-anywhere">
                {row.row === null ? "" : `${t("line", { line: row.row })} `}
                <span className="tabular">{shownNumber(row.destination) || t("noNumber")}</span>
                {row.name ? ` · ${row.name}` : ""}
                <span className="text-text-muted"> · {words(row.code, row.reason)}</span>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
      {result.samples.length > 0 ? (
        <div className="grid gap-1">
          <p className="font-medium">{t("samples")}</p>
          <ul className="grid gap-2">
            {result.samples.map(({ destination, name, text }) => (
              <li key={destination} className="grid gap-0.5">
                <span className="tabular text-text-muted text-xs">
                  {name ? `${name} · ${shownNumber(destination)}` : shownNumber(destination)}
                </span>
                <span className="wrap-anywhere line-clamp-3 whitespace-pre-wrap">{text}</span>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </div>
  );
}
