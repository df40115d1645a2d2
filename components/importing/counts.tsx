"use client";

import { useFormatter, useTranslations } from "next-intl";

type Count = "created" | "updated" | "skipped" | "failed";
const shown: readonly Count[] = ["created", "updated", "skipped", "failed"];

/** How many rows end how. */
export function Counts({ counts }: { counts: Readonly<Record<Count, number>> }) {
  const t = useTranslations("importing.counts");
  const format = useFormatter();
  return (
    <dl className="grid grid-cols-4 gap-3 phone:grid-cols-2">
      {shown.map((name) => (
        <div key={name} className="grid gap-0.5 rounded-lg border border-border px-3 py-2">
          <dt className="text-text-muted text-xs">{t(name)}</dt>
          <dd
            className={
              name === "failed" && counts.failed > 0 ? "tabular font-semibold text-danger" : "tabular font-semibold"
            }
          >
            {format.number(counts[name])}
          </dd>
        </div>
      ))}
    </dl>
  );
}
