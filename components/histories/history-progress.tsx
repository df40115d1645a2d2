"use client";

import { useQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { failureOf, useTRPC } from "#components/live/api.ts";
import { clockWithSeconds } from "#components/time/moments.ts";
import { cn } from "#components/ui/class-names.ts";
import { ErrorState } from "#components/ui/error-state.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { HistoryView } from "#server/imports/histories/schema.ts";
import { HistoryDeeds } from "./history-deeds.tsx";

type HistoryProgressProps = { jobId: string; onOpen: (id: string) => void };

/** How far a run is, live; what it would do or has done, and what can be done next. */
export function HistoryProgress({ jobId, onOpen }: HistoryProgressProps) {
  const t = useTranslations("histories");
  const trpc = useTRPC();
  const found = useQuery(trpc.imports.readHistory.queryOptions({ jobId }));
  if (found.isPending) return <Skeleton className="h-40 rounded-lg" />;
  if (!found.data) {
    const gone = failureOf(found.error).code === "not_found";
    return (
      <ErrorState
        description={gone ? t("gone") : failureOf(found.error).message || undefined}
        onRetry={() => void found.refetch()}
      />
    );
  }
  const one = found.data;
  return (
    <section aria-label={t("progress")} className="grid gap-4">
      <Head one={one} />
      <Trouble one={one} />
      <Counts one={one} />
      <HistoryDeeds one={one} onOpen={onOpen} />
    </section>
  );
}

function Head({ one }: { one: HistoryView }) {
  const t = useTranslations("histories");
  const done = one.total - one.waiting - one.cancelled;
  const words = one.reading ? "reading" : one.dryRun && one.status === "done" ? "triedDone" : one.status;
  return (
    <div className="grid gap-2">
      <h2 className="font-semibold">
        <bdi>{one.name}</bdi> <span className="font-normal text-sm text-text-muted">{t(`sources.${one.source}`)}</span>
      </h2>
      <p role="status" className="text-sm">
        {t(`far.${words}`, { done, total: one.total })}
      </p>
      <progress
        aria-label={t("progress")}
        className="h-1.5 w-full accent-accent"
        {...(one.reading ? {} : { max: Math.max(1, one.total), value: one.dryRun ? one.total : done })}
      />
    </div>
  );
}

/** Why it waits or has stopped. */
function Trouble({ one }: { one: HistoryView }) {
  const t = useTranslations("histories");
  const format = useFormatter();
  if (one.errorCode === "") return null;
  const at = one.retryAt ? format.dateTime(new Date(one.retryAt), clockWithSeconds) : "";
  return (
    <p role="alert" className={cn("text-pretty text-sm", one.retryAt ? "text-text-muted" : "text-danger")}>
      {t(`troubles.${one.errorCode}`)} {at ? t("retry", { at }) : null}
    </p>
  );
}

const shown = ["created", "updated", "skipped", "failed", "messages", "notes", "leftOut"] as const;

function Counts({ one }: { one: HistoryView }) {
  const t = useTranslations("histories");
  const format = useFormatter();
  const names = one.dryRun ? shown.slice(0, 4) : shown;
  return (
    <dl className="grid grid-cols-4 gap-3 phone:grid-cols-2">
      {names.map((name) => (
        <div key={name} className="grid content-start gap-0.5 rounded-lg border border-border px-3 py-2">
          <dt className="text-text-muted text-xs">{t(`counts.${name}`)}</dt>
          <dd className={cn("tabular font-semibold", name === "failed" && one.failed > 0 && "text-danger")}>
            {format.number(one[name])}
          </dd>
        </div>
      ))}
    </dl>
  );
}
