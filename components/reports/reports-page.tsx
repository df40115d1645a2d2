"use client";

import { Lock } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useMay } from "#components/frame/profile.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { untilLoaded } from "#components/ui/late/insist.ts";
import { PageHeader } from "#components/ui/page-header.tsx";
import { LinkTabs } from "#components/ui/tabs/link-tabs.tsx";
import { type ReportName, reportNames } from "#server/reports/choices.ts";
import { Overview } from "./overview.tsx";
import { ReportView } from "./report-view.tsx";
import { WorkloadView } from "./workload.tsx";

const SavedReports = dynamic(() =>
  untilLoaded(() => import("./saved/saved-reports.tsx")).then((module) => module.SavedReports),
);

/** Who reads only some conversations sees figures of those; what campaigns sent is of the whole company. */
function useReadsAll(): boolean {
  const everything = useMay("clients_read");
  return everything || !useMay("clients_read_assigned");
}

type Place = ReportName | "overview" | "workload" | "saved";
type ReportsPageProps = { name: Place };

const places: readonly Place[] = ["overview", "workload", ...reportNames, "saved"];

export function ReportsPage({ name }: ReportsPageProps) {
  const t = useTranslations("reports");
  const seesPeople = useMay("users_read");
  const readsAll = useReadsAll();
  if (!useMay("reports_read") || (name === "workload" && !seesPeople))
    return <EmptyState icon={<Lock />} title={t("forbidden")} description={t("forbiddenHint")} className="my-auto" />;
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <PageHeader title={t("title")} />
      <LinkTabs
        label={t("title")}
        className="shrink-0 overflow-x-auto px-5 phone:px-4"
        tabs={places
          .filter((place) => (seesPeople || place !== "workload") && (readsAll || place !== "campaigns"))
          .map((place) => ({
            href: place === "overview" ? "/reports" : `/reports/${place}`,
            value: place,
            label: t(`names.${place}`),
            active: place === name,
          }))}
      />
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={t(`names.${name}`)}
        className="min-h-0 flex-1 overflow-y-auto px-5 py-4 phone:px-4"
      >
        {readsAll ? null : <p className="mb-4 text-pretty text-sm text-text-muted">{t("narrowed")}</p>}
        <Shown name={name} />
      </section>
    </div>
  );
}

function Shown({ name }: { name: Place }) {
  if (name === "overview") return <Overview />;
  if (name === "saved") return <SavedReports />;
  return name === "workload" ? <WorkloadView /> : <ReportView key={name} name={name} />;
}
