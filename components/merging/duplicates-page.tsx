"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { UsersRound } from "lucide-react";
import dynamic from "next/dynamic";
import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { useMay } from "#components/frame/profile.tsx";
import { failureOf, useTRPC, useTRPCClient } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { Pager } from "#components/tables/pager.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { untilLoaded } from "#components/ui/late/insist.ts";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { useToast } from "#components/ui/toast.tsx";
import type { LikelyDuplicate } from "#server/merges/duplicates/schema.ts";
import { DuplicateCard, type Pair } from "./duplicate-card.tsx";

const MergeDialog = dynamic(
  () => untilLoaded(() => import("./merge-dialog.tsx")).then((module) => module.MergeDialog),
  { loading: () => null },
);

const pageSize = 25;

/** Both, where both are there. */
function pairOf({ contacts: [first, second] }: LikelyDuplicate): Pair | undefined {
  return first && second ? { first, second } : undefined;
}

/** Contacts that are likely to be one person: merged, or known not to be the same. */
export function DuplicatesPage() {
  const t = useTranslations("merging.duplicates");
  const format = useFormatter();
  const trpc = useTRPC();
  const mayWrite = useMay("clients_write", "clients_write_assigned");
  const [page, setPage] = useState(1);
  const [merging, setMerging] = useState<Pair>();
  const [open, setOpen] = useState(false);
  const different = useDifferent();
  const asked = trpc.merges.duplicates.queryOptions({ limit: pageSize, page });
  const list = useQuery({ ...asked, placeholderData: keepPreviousData });
  const { total = 0, totalPages = 0 } = list.data?.pagination ?? {};
  if (totalPages > 0 && page > totalPages) setPage(totalPages);
  const merge = (pair: Pair) => {
    setMerging(pair);
    setOpen(true);
  };
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <PageHeader
        title={t("title")}
        description={t("description")}
        back={{ href: "/contacts", label: t("back") }}
        meta={list.data ? <span className="tabular">{format.number(total)}</span> : null}
        className="border-border border-b"
      />
      <div className="min-h-0 flex-1 overflow-y-auto">
        {list.isPending ? <Skeleton className="mx-5 my-4 h-24" /> : null}
        {list.isError && !list.data ? (
          <ErrorState description={failureOf(list.error).message || undefined} onRetry={() => void list.refetch()} />
        ) : null}
        {list.data?.data.length === 0 ? (
          <EmptyState icon={<UsersRound />} title={t("empty")} description={t("emptyHint")} />
        ) : null}
        <ul aria-label={t("title")} className="grid max-w-250 gap-3 px-5 py-4 empty:hidden phone:px-4">
          {list.data?.data.map((one) => {
            const pair = pairOf(one);
            if (!pair) return null;
            return (
              <DuplicateCard
                key={`${pair.first.id} ${pair.second.id}`}
                pair={pair}
                reasons={one.reasons}
                onMerge={mayWrite ? () => merge(pair) : undefined}
                onDifferent={mayWrite ? () => different(pair) : undefined}
              />
            );
          })}
        </ul>
      </div>
      {total > pageSize ? <Pager page={page} pageSize={pageSize} total={total} onPageChange={setPage} /> : null}
      {merging ? (
        <MergeDialog open={open} onOpenChange={setOpen} contact={merging.first} other={merging.second} />
      ) : null}
    </div>
  );
}

/** Says that two are not the same, with a way back. */
function useDifferent() {
  const t = useTranslations("merging.duplicates");
  const toast = useToast();
  const client = useTRPCClient().merges;
  const { cache } = useLive();
  return async ({ first, second }: Pair) => {
    const pair = { contactId: first.id, otherId: second.id };
    const fresh = () => cache.refresh(cache.of("merges.duplicates"));
    const fail = (error: unknown) => toast.error(failureOf(error).message || t("failed"));
    try {
      await client.markDifferent.mutate(pair);
      fresh();
      toast.success(t("kept"), { undo: () => void client.unmarkDifferent.mutate(pair).then(fresh, fail) });
    } catch (error) {
      fail(error);
    }
  };
}
