"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useFormatter, useTranslations } from "next-intl";
import { useMay, useProfile } from "#components/frame/profile.tsx";
import { failureOf, useTRPC } from "#components/live/api.ts";
import { moment } from "#components/time/moments.ts";
import { Button } from "#components/ui/button.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { Sheet } from "#components/ui/sheet.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { FigureName, Unit } from "#server/reports/choices.ts";
import type { Fact, Report } from "#server/reports/schema.ts";
import type { ReportAddress } from "./address.ts";
import { useFigureWords } from "./words.ts";

type RowsSheetProps = { report: Report; figure: FigureName; unit: Unit; place: ReportAddress; onClose: () => void };

const filterOf = {
  ...({ agent: "agentId", channel: "channelId", tag: "tag" } as const),
  ...({ phase: "phaseId", team: "teamId", policy: "policyId", campaign: "campaignId", step: "step" } as const),
  ...({ source: "source", reason: "reason" } as const),
};

/** How a list's button is found, which may be drawn anew while its list is open. */
export const listOf = (figure: FigureName, group = "") => `${figure} ${group}`;

function focusButton(list: string, event: Event): void {
  const button = document.querySelector<HTMLElement>(`[data-list="${CSS.escape(list)}"]`);
  if (!button) return;
  event.preventDefault();
  button.focus();
}

/** Exactly what a figure counts; its size is the figure. Closing gives the focus back to its button. */
export function RowsSheet({ report, figure, unit, place, onClose }: RowsSheetProps) {
  const t = useTranslations("reports.rows");
  const names = useTranslations("reports.figures");
  const trpc = useTRPC();
  const group = place.address.group;
  const by = report.groups[0]?.by;
  const input = {
    ...{ name: report.name, figure, limit: 50, from: report.from, to: report.to, ...place.filters },
    businessHours: report.businessHours,
    ...(group && by ? { [filterOf[by]]: group } : {}),
  };
  const list = useInfiniteQuery(
    trpc.reports.rows.infiniteQueryOptions(input, {
      getNextPageParam: ({ pagination }) => pagination.nextCursor ?? undefined,
    }),
  );
  const total = list.data?.pages[0]?.pagination.total;
  return (
    <Sheet
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={names(`${figure}.title`)}
      description={total === undefined ? undefined : t("size", { count: total })}
      onCloseAutoFocus={(event) => focusButton(listOf(figure, group), event)}
    >
      {list.isPending ? <Skeleton className="m-4 h-40" /> : null}
      {list.isError && !list.data ? (
        <ErrorState description={failureOf(list.error).message || undefined} onRetry={() => void list.refetch()} />
      ) : null}
      {total === 0 ? <p className="p-4 text-sm text-text-muted">{t("empty")}</p> : null}
      <ul className="grid list-none gap-0 p-0">
        {list.data?.pages.flatMap(({ data }) =>
          data.map((fact) => (
            <li key={fact.id} className="border-border border-b">
              <Row fact={fact} figure={figure} unit={unit} />
            </li>
          )),
        )}
      </ul>
      {list.hasNextPage ? (
        <div className="grid justify-items-center p-4">
          <Button loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t("more")}
          </Button>
        </div>
      ) : null}
    </Sheet>
  );
}

function Row({ fact, figure, unit }: { fact: Fact; figure: FigureName; unit: Unit }) {
  const t = useTranslations("reports.rows");
  const format = useFormatter();
  const words = useFigureWords();
  const { timeZone } = useProfile().company;
  const reads = useMay("clients_read", "clients_read_assigned");
  const name = fact.agentName || fact.visitorName || t("unknown");
  // Whatever is shown of ratings, their list says what each was.
  const rated = figure.startsWith("csat") && figure !== "csatAsked";
  const timed = fact.agentName !== "";
  const value = rated ? words("csatScore", fact.value) : words(timed ? "availableTime" : figure, fact.value);
  return (
    <div className="grid gap-1 px-4 py-2.5 text-sm">
      <div className="flex items-baseline justify-between gap-3">
        {reads && fact.conversationId ? (
          <Link
            href={`/inbox/${fact.conversationId}`}
            className="truncate font-medium underline decoration-border-strong underline-offset-4 hover:decoration-current"
          >
            {name}
          </Link>
        ) : (
          <span className="truncate font-medium">{name}</span>
        )}
        <span className="tabular flex shrink-0 gap-3 text-text-muted">
          {unit === "seconds" || unit === "amount" || rated || timed ? <span>{value}</span> : null}
          <time dateTime={fact.at}>{format.dateTime(new Date(fact.at), { ...moment, timeZone })}</time>
        </span>
      </div>
      {fact.step ? <p className="text-text-muted [overflow-wrap:anywhere]">{t("step", { step: fact.step })}</p> : null}
      {fact.reason ? (
        <p dir="auto" className="text-text-muted [overflow-wrap:anywhere]">
          {t("reason", { reason: fact.reason })}
        </p>
      ) : null}
      {fact.comment ? (
        <p dir="auto" className="whitespace-pre-wrap text-text-muted [overflow-wrap:anywhere]">
          {fact.comment}
        </p>
      ) : null}
    </div>
  );
}
