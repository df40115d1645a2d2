"use client";

import { useQuery } from "@tanstack/react-query";
import { UsersRound } from "lucide-react";
import Link from "next/link";
import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { failureOf, useTRPC } from "#components/live/api.ts";
import { useTickingNow } from "#components/time/ticking-now.ts";
import { Avatar } from "#components/ui/avatar.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { cn } from "#components/ui/class-names.ts";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { presenceOf } from "../frame/availability.tsx";
import { cellStyles, headStyles } from "./styles.ts";
import { useTimeWords } from "./words.ts";

/** Who holds how much of what they may, and what waits: follows the sockets. */
export function WorkloadView() {
  const t = useTranslations("reports.workload");
  const trpc = useTRPC();
  const workload = useQuery(trpc.assignment.workload.queryOptions({}));
  if (workload.isPending) return <Skeleton className="h-64" />;
  if (!workload.data)
    return (
      <ErrorState
        description={failureOf(workload.error).message || undefined}
        onRetry={() => void workload.refetch()}
        retrying={workload.isFetching}
      />
    );
  const { people, teams } = workload.data;
  return (
    <div className="grid max-w-240 gap-8">
      <Loads
        title={t("teams")}
        waiting={t("queue")}
        hint={t("teamsHint")}
        rows={teams.map((team) => ({
          ...team,
          id: team.teamId,
          href: `/inbox?view=all&teamId=${team.teamId}`,
          queue: `/inbox?view=all&teamId=${team.teamId}&assignedTo=UNASSIGNED`,
          name: <span className="truncate">{team.name}</span>,
        }))}
        empty={<EmptyState icon={<UsersRound />} title={t("noTeams")} description={t("noTeamsHint")} />}
      />
      <Loads
        title={t("people")}
        waiting={t("waiting")}
        hint={t("peopleHint")}
        rows={people.map(({ userId, name, availability, ...load }) => ({
          ...load,
          id: userId,
          href: `/inbox?view=all&assignedTo=${userId}`,
          queue: `/inbox?view=all&assignedTo=${userId}&waiting=true`,
          state: (
            <Badge tone={availability === "available" ? "success" : availability === "away" ? "warning" : "neutral"}>
              {t(`states.${availability}`)}
            </Badge>
          ),
          name: (
            <>
              <Avatar id={userId} name={name} presence={presenceOf(availability)} decorative />
              <span className="truncate">{name}</span>
            </>
          ),
        }))}
      />
    </div>
  );
}

type Load = {
  id: string;
  name: ReactNode;
  state?: ReactNode;
  href: string;
  queue: string;
  open: number;
  limit: number | null;
  waiting: number;
  waitingSince: string | null;
};
type LoadsProps = { title: string; hint: string; waiting: string; rows: readonly Load[]; empty?: ReactNode };

function Loads({ title, hint, waiting, rows, empty }: LoadsProps) {
  const t = useTranslations("reports.workload");
  const stated = rows.some(({ state }) => state !== undefined);
  return (
    <section aria-label={title} className="grid gap-2">
      <h2 className="font-semibold text-base">{title}</h2>
      <p className="text-pretty text-sm text-text-muted">{hint}</p>
      {rows.length === 0 ? (
        empty
      ) : (
        <table aria-label={title} className="w-full table-fixed text-sm">
          <thead>
            <tr>
              <th scope="col" className={headStyles}>
                {t("name")}
              </th>
              {stated ? (
                <th scope="col" className={`${headStyles} w-28 max-lg:w-26 phone:hidden`}>
                  {t("state")}
                </th>
              ) : null}
              <th scope="col" className={`${headStyles} w-40 max-lg:w-30 phone:w-24`}>
                {t("open")}
              </th>
              <th scope="col" className={cn(headStyles, "w-40 text-end max-lg:w-30 phone:w-20")}>
                {waiting}
              </th>
              <th scope="col" className={cn(headStyles, "w-32 text-end max-lg:w-24 phone:hidden")}>
                {t("longest")}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <LoadRow key={row.id} row={row} stated={stated} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

const linkStyles =
  "inline-block min-h-6 min-w-6 underline decoration-border-strong underline-offset-4 hover:decoration-current";

function LoadRow({ row, stated }: { row: Load; stated: boolean }) {
  const t = useTranslations("reports.workload");
  const format = useFormatter();
  const time = useTimeWords();
  const now = useTickingNow();
  const { open, limit, waiting, waitingSince } = row;
  const since = waitingSince === null ? null : Math.max(0, (now.getTime() - Date.parse(waitingSince)) / 1000);
  const words = limit === null ? format.number(open) : t("ofLimit", { open, limit });
  return (
    <tr className="border-border border-t">
      <th scope="row" className={`${cellStyles} text-start font-medium`}>
        <span className="flex min-w-0 items-center gap-2">{row.name}</span>
      </th>
      {stated ? <td className={`${cellStyles} phone:hidden`}>{row.state}</td> : null}
      <td className={`${cellStyles} tabular`}>
        <Link href={row.href} className={linkStyles}>
          {words}
        </Link>
        {limit === null ? null : (
          <svg aria-hidden viewBox="0 0 100 4" preserveAspectRatio="none" className="mt-1 block h-1 w-full max-w-28">
            <rect width={100} height={4} className="fill-text/10" />
            <rect
              width={Math.min(1, open / limit) * 100}
              height={4}
              className={open < limit ? "fill-accent" : "fill-warning"}
            />
          </svg>
        )}
      </td>
      <td className={`${cellStyles} tabular text-end`}>
        {waiting === 0 ? (
          <span className="text-text-muted">0</span>
        ) : (
          <Link href={row.queue} className={linkStyles}>
            {format.number(waiting)}
          </Link>
        )}
      </td>
      <td className={`${cellStyles} tabular text-end text-text-muted phone:hidden`}>
        {since === null ? "–" : time(since)}
      </td>
    </tr>
  );
}
