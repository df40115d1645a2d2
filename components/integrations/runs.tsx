"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import { useTranslations } from "next-intl";
import { useTRPC } from "#components/live/api.ts";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { RunDetail } from "./run-detail.tsx";

const askEveryMs = 5000;

/** The log of an integration, the newest first. */
export function Runs({ integrationId }: { integrationId: string }) {
  const t = useTranslations("integrations.runs");
  const trpc = useTRPC();
  const runs = useInfiniteQuery(
    trpc.integrations.runs.infiniteQueryOptions(
      { integrationId, limit: 20 },
      { getNextPageParam: ({ pagination }) => pagination.nextCursor ?? undefined, refetchInterval: askEveryMs },
    ),
  );
  const shown = runs.data?.pages.flatMap(({ data }) => data) ?? [];
  if (runs.isError && !runs.data) return <ErrorState onRetry={() => void runs.refetch()} retrying={runs.isFetching} />;
  if (runs.isPending) return <Skeleton className="m-4 h-40 rounded-lg" />;
  if (shown.length === 0) return <EmptyState icon={<History />} title={t("empty")} description={t("emptyHint")} />;
  return (
    <div className="grid gap-3 p-4">
      <ul aria-label={t("list")} className="grid divide-y divide-border rounded-lg border border-border">
        {shown.map((run) => (
          <li key={run.id} className="min-w-0 p-3">
            <RunDetail run={run} />
          </li>
        ))}
      </ul>
      {runs.hasNextPage ? (
        <Button loading={runs.isFetchingNextPage} onClick={() => void runs.fetchNextPage()}>
          {t("more")}
        </Button>
      ) : null}
      <p className="text-text-muted text-xs">{t("kept")}</p>
    </div>
  );
}
