"use client";

import { useFormatter, useTranslations } from "next-intl";
import { moment } from "#components/time/moments.ts";
import { Badge } from "#components/ui/badge.tsx";
import type { HistoryView } from "#server/imports/histories/schema.ts";

type HistoryListProps = { histories: readonly HistoryView[]; onOpen: (id: string) => void };

/** The runs of the last days, the newest first. */
export function HistoryList({ histories, onOpen }: HistoryListProps) {
  const t = useTranslations("histories");
  const format = useFormatter();
  return (
    <ul aria-label={t("title")} className="grid divide-y divide-border rounded-lg border border-border">
      {histories.map((one) => (
        <li key={one.id} className="relative grid gap-0.5 px-3 py-2.5 hover:bg-text/4">
          <span className="flex min-w-0 items-center gap-2">
            <button
              type="button"
              className="truncate text-left font-medium text-sm after:absolute after:inset-0"
              onClick={() => onOpen(one.id)}
            >
              {one.name}
            </button>
            {one.dryRun ? <Badge tone="outline">{t("tried")}</Badge> : null}
            {one.error || one.failed > 0 ? <Badge tone="danger">{t("problems")}</Badge> : null}
          </span>
          <span className="text-text-muted text-xs">
            {t(`sources.${one.source}`)} · {t(`status.${one.status}`)} ·{" "}
            {t("sum", { total: one.total, messages: one.messages })} ·{" "}
            {format.dateTime(new Date(one.createdAt), moment)}
          </span>
        </li>
      ))}
    </ul>
  );
}
