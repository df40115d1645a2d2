"use client";

import { useLocale, useTranslations } from "next-intl";
import { cn } from "#components/ui/class-names.ts";
import { customPrefix, importFields } from "#server/imports/choices.ts";
import type { ImportReport, RowFault } from "#server/imports/schema.ts";
import { Counts } from "./counts.tsx";
import { rowFaultWord } from "./row-fault.ts";

/** What is wrong with a cell, by its column's name; the server's own sentence only where the reader reads English. */
function useFaultWords(): (fault: RowFault) => string {
  const t = useTranslations("importing");
  const locale = useLocale();
  return (fault) => {
    const { field, message } = fault;
    const word = rowFaultWord(fault);
    const own = word ? t(`rowFaults.${word}`) : locale === "en" ? message : t("rowFaults.other");
    const [top = ""] = field.split(".");
    const known = importFields.find((name) => name === top);
    const name = known ? t(`fields.${known}`) : field.startsWith(customPrefix) ? field.slice(customPrefix.length) : "";
    return name ? `${name}: ${own}` : own;
  };
}

/** What the import would do, and the first rows that it could not take, with why. */
export function Rehearsal({ report, stale }: { report: ImportReport; stale: boolean }) {
  const t = useTranslations("importing");
  const words = useFaultWords();
  const faults = report.faults ?? [];
  const { created = 0, updated = 0, skipped = 0, failed = 0 } = report;
  return (
    <section aria-label={t("preview")} aria-busy={stale} className={cn("grid gap-3", stale && "opacity-60")}>
      <h2 className="font-semibold text-sm">{t("preview")}</h2>
      <Counts counts={{ created, updated, skipped, failed }} />
      {faults.length > 0 ? (
        <details className="rounded-lg border border-border text-sm">
          <summary className="cursor-pointer px-3 py-2 font-medium">{t("faults", { count: failed })}</summary>
          <ul className="grid max-h-80 overflow-y-auto border-border border-t">
            {faults.map(({ row, cells, faults: found }) => (
              <li key={row} className="grid gap-0.5 px-3 py-2 not-last:border-b not-last:border-border">
                <span>
                  <span className="font-medium">{t("row", { row })}</span> {found.map(words).join(" ")}
                </span>
                <bdi className="truncate text-text-muted text-xs">{cells.filter(Boolean).join(" · ")}</bdi>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </section>
  );
}
