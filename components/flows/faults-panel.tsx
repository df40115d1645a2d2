"use client";

import { CircleCheck, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { useEditing } from "./editor-context.tsx";

/** What keeps the flow from being published, then what looks odd; each leads to its field. */
export function FaultsPanel() {
  const t = useTranslations("flows");
  const { faults, isChecked, tree, open } = useEditing();
  if (!isChecked) return <Skeleton className="m-4 h-24" />;
  if (faults.length === 0) {
    return <EmptyState icon={<CircleCheck />} title={t("faults.none")} description={t("faults.noneHint")} />;
  }
  const groups = (["error", "warning"] as const).map((level) => ({
    level,
    found: faults.filter((fault) => fault.level === level),
  }));
  return groups.map(({ level, found }) =>
    found.length === 0 ? null : (
      <section key={level} className="px-2 pt-3">
        <h3 className="px-2 pb-1 font-medium text-sm">{t(`faults.${level}s`, { count: found.length })}</h3>
        <p className="px-2 pb-2 text-text-muted text-xs">{t(`faults.${level}sHint`)}</p>
        <ul>
          {found.map(({ id, code, field, about }) => (
            <li key={`${id} ${code} ${field} ${about}`}>
              <button
                type="button"
                disabled={id < 0}
                onClick={() => open(id, field)}
                className="flex w-full items-start gap-2 rounded-md px-2 py-1.5 text-start text-sm enabled:hover:bg-text/5 touch:min-h-11"
              >
                <TriangleAlert
                  aria-hidden
                  className={`mt-0.5 size-4 shrink-0 ${level === "error" ? "text-danger" : "text-warning"}`}
                />
                <span className="min-w-0">
                  <span className="font-medium">{tree.byId.get(id)?.internal_name ?? t("faults.whole")}</span>
                  <span className="block text-text-muted">{t(`faults.${code}`, { about })}</span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      </section>
    ),
  );
}
