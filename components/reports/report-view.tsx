"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ChartColumn, Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMay } from "#components/frame/profile.tsx";
import { failureOf, useTRPC } from "#components/live/api.ts";
import { saveFile } from "#components/tables/save-file.ts";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { definitionOf, type FigureName, figureNames, groupingsOf, type ReportName } from "#server/reports/choices.ts";
import { csvOf } from "#server/reports/csv.ts";
import type { Report } from "#server/reports/schema.ts";
import { type ReportAddress, useReportAddress } from "./address.ts";
import { FigureCards } from "./figure-cards.tsx";
import { GroupsTable } from "./groups-table.tsx";
import { HeatMap } from "./heat-map.tsx";
import { ReportFilters } from "./report-filters.tsx";
import { reportInputs } from "./report-place.ts";
import { RowsSheet } from "./rows-sheet.tsx";
import { SeriesChart } from "./series-chart.tsx";
import { TimesButton } from "./times-button.tsx";

/** One report: its range and filters in the address, figures, chart, groups, and the lists behind them. */
export function ReportView({ name }: { name: ReportName }) {
  const place = useReportAddress(name);
  const trpc = useTRPC();
  const inputs = reportInputs(name, place);
  const report = useQuery({
    ...trpc.reports.read.queryOptions(inputs.shown),
    placeholderData: keepPreviousData,
    enabled: !place.refused,
  });
  const earlier = useQuery({
    ...trpc.reports.read.queryOptions(inputs.earlier),
    enabled: place.compares && !place.refused,
  });
  return (
    <div className="grid gap-6">
      <ReportFilters name={name} place={place} calendarName={report.data?.calendarName} />
      {report.isPending && !place.refused ? <Waiting /> : null}
      {report.isError && !place.refused && !report.data ? (
        <ErrorState
          description={failureOf(report.error).message || undefined}
          onRetry={() => void report.refetch()}
          retrying={report.isFetching}
        />
      ) : null}
      {report.data && !place.refused ? (
        <Whole report={report.data} earlier={place.compares ? earlier.data : undefined} place={place} />
      ) : null}
    </div>
  );
}

type WholeProps = { report: Report; earlier: Report | undefined; place: ReportAddress };

function Whole({ report, earlier, place }: WholeProps) {
  const t = useTranslations("reports");
  const { address, change, first, last } = place;
  const reads = useMay("clients_read", "clients_read_assigned");
  const known = (wanted: string) => report.total.find(({ name }) => name === wanted)?.name;
  const shown: FigureName = known(address.figure) ?? report.total[0]?.name ?? figureNames[0];
  const listed = known(address.list);
  if (report.total.every(({ count }) => count === 0))
    return <EmptyState icon={<ChartColumn />} title={t("empty")} description={t("emptyHint")} />;
  const save = () => {
    const words = {
      figure: (name: FigureName) => t(`figures.${name}.title`),
      period: t("period"),
      none: t("none"),
      gone: t("gone"),
    };
    saveFile(["\ufeff", csvOf(report, words)], `${report.name}-${first}-${last}.csv`);
  };
  return (
    <>
      <FigureCards report={report} earlier={earlier} place={place} shown={shown} />
      <div className="flex flex-wrap justify-end gap-2">
        {place.ofConversations && reads ? <TimesButton place={place} /> : null}
        <Button icon={<Download aria-hidden />} onClick={save}>
          {t("csv")}
        </Button>
      </div>
      <SeriesChart report={report} figure={shown} />
      <Division name={report.name} place={place} />
      <GroupsTable report={report} onList={(list, group) => change({ list, group })} />
      <HeatMap report={report} />
      {listed ? (
        <RowsSheet
          report={report}
          figure={listed}
          unit={definitionOf(listed).unit}
          place={place}
          onClose={() => change({ list: "", group: "" })}
        />
      ) : null}
    </>
  );
}

/** By what the groups are divided, where a report knows several ways. */
function Division({ name, place }: { name: ReportName; place: ReportAddress }) {
  const t = useTranslations("reports.groups");
  const offered = groupingsOf(name);
  const [usual] = offered;
  if (offered.length < 2) return null;
  const chosen = offered.find((one) => one === place.address.by) ?? usual;
  return (
    <fieldset aria-label={t("choose")} className="flex flex-wrap gap-1">
      {offered.map((one) => (
        <Button
          key={one}
          size="sm"
          variant={one === chosen ? "secondary" : "ghost"}
          aria-pressed={one === chosen}
          onClick={() => place.change({ by: one === usual ? "" : one, list: "", group: "" })}
        >
          {t(one)}
        </Button>
      ))}
    </fieldset>
  );
}

function Waiting() {
  return (
    <div aria-busy className="grid gap-4">
      <Skeleton className="h-32" />
      <Skeleton className="h-72" />
    </div>
  );
}
