"use client";

import { useQuery } from "@tanstack/react-query";
import { Bookmark } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useMay } from "#components/frame/profile.tsx";
import { failureOf, useTRPC } from "#components/live/api.ts";
import { Dialog } from "#components/ui/dialog.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { later, laterModule } from "#components/ui/late/later.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { SavedReport } from "#server/reports/saved/schema.ts";
import { SavedRow } from "./saved-row.tsx";
import { useSavedDeeds } from "./use-saved-deeds.ts";

const SavedForm = later(
  laterModule(() => import("./saved-form.tsx")),
  (module) => module.SavedForm,
);

/** The company's saved reports and one's own. */
export function SavedReports() {
  const t = useTranslations("reports.saved");
  const list = useQuery(useTRPC().reports.listSaved.queryOptions({}));
  const deeds = useSavedDeeds();
  const governs = useMay("clients_write");
  const [edited, setEdited] = useState<SavedReport>();
  if (list.isPending) return <Skeleton className="h-48" />;
  if (!list.data)
    return (
      <ErrorState
        description={failureOf(list.error).message || undefined}
        onRetry={() => void list.refetch()}
        retrying={list.isFetching}
      />
    );
  if (list.data.length === 0) return <EmptyState icon={<Bookmark />} title={t("empty")} description={t("emptyHint")} />;
  return (
    <div className="grid max-w-200 gap-6">
      {(["company", "private"] as const).map((scope) => {
        const reports = list.data.filter((one) => one.scope === scope);
        return reports.length === 0 ? null : (
          <section key={scope} aria-label={t(`groups.${scope}`)} className="grid gap-2">
            <h2 className="font-semibold text-base">{t(`groups.${scope}`)}</h2>
            <ul className="grid list-none divide-y divide-border rounded-lg border border-border bg-surface p-0">
              {reports.map((saved) => (
                <SavedRow
                  key={saved.id}
                  saved={saved}
                  governed={scope === "private" || governs}
                  deeds={deeds}
                  onEdit={() => setEdited(saved)}
                />
              ))}
            </ul>
          </section>
        );
      })}
      <Dialog
        open={edited !== undefined}
        onOpenChange={(open) => open || setEdited(undefined)}
        title={t("editTitle")}
        className="max-w-140"
      >
        {edited ? (
          <SavedForm report={edited.report} query={edited} saved={edited} onSaved={() => setEdited(undefined)} />
        ) : null}
      </Dialog>
    </div>
  );
}
