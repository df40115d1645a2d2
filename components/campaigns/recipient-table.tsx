"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import type { inferRouterOutputs } from "@trpc/server";
import { Users } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { useAddressState } from "#components/filters/address-state.ts";
import { SearchBox } from "#components/filters/search-box.tsx";
import { useMay } from "#components/frame/profile.tsx";
import { failureOf, useTRPC } from "#components/live/api.ts";
import { DataTable } from "#components/tables/data-table.tsx";
import type { Column } from "#components/tables/table-columns.ts";
import { FilterSelect } from "#components/templates/filter-select.tsx";
import { RelativeTime } from "#components/time/relative-time.tsx";
import { Badge, type BadgeTone } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { type TemplateMessageStatus, templateMessageStatuses } from "#server/templates/choices.ts";
import type { AppRouter } from "#server/trpc/router.ts";
import { useReasonWords } from "./reason-words.ts";
import { shownNumber } from "./shown-number.ts";

type Recipient = inferRouterOutputs<AppRouter>["campaigns"]["recipients"]["data"][number];

const pageSize = 50;
const filterNames = ["status", "search"] as const;
const personal = ["destination", "name"];
const states = [...templateMessageStatuses, "answered"] as const;

/** Who got the message and who did not, with the reason; without names and numbers where one does not read contacts. */
export function RecipientTable({ campaignId }: { campaignId: string }) {
  const t = useTranslations("campaigns.recipients");
  const words = useTranslations("campaigns.progress");
  const router = useRouter();
  const trpc = useTRPC();
  const [filter, setFilter] = useAddressState(filterNames);
  const status = states.find((one) => one === filter.status);
  const named = useMay("clients_read");
  const columns = useRecipientColumns().filter(({ id }) => named || !personal.includes(id));
  const pages = useInfiniteQuery(
    trpc.campaigns.recipients.infiniteQueryOptions(
      {
        campaignId,
        limit: pageSize,
        ...(status ? { status } : {}),
        ...(named && filter.search ? { search: filter.search } : {}),
      },
      { getNextPageParam: (page) => page.pagination.nextCursor ?? undefined },
    ),
  );
  const rows = useMemo(() => pages.data?.pages.flatMap((page) => page.data) ?? [], [pages.data]);
  const total = pages.data?.pages.at(-1)?.pagination.total ?? 0;
  return (
    <section aria-label={t("title")} className="grid min-w-0 gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="mr-auto font-semibold text-base">
          {t("title")} <span className="tabular font-normal text-sm text-text-muted">{total}</span>
        </h2>
        {named ? (
          <SearchBox
            className="w-64 phone:w-full"
            label={t("search")}
            value={filter.search}
            onSearch={(search) => setFilter({ search })}
          />
        ) : null}
        <FilterSelect
          label={t("status")}
          value={filter.status}
          onValueChange={(next) => setFilter({ status: next })}
          options={states.map((value) => ({ value, label: words(value) }))}
        />
      </div>
      {named ? null : <p className="text-sm text-text-muted">{t("unnamed")}</p>}
      <DataTable
        label={t("title")}
        columns={columns}
        rows={rows}
        rowKey={(row) => String(row.id)}
        rowLabel={({ id, name, destination }) => name || destination || String(id)}
        onRowOpen={({ conversationId, contactId }) => {
          if (conversationId) router.push(`/inbox/${conversationId}?view=all`);
          else if (contactId) router.push(`/contacts/${contactId}`);
        }}
        status={pages.isPending ? "loading" : pages.isError && !pages.data ? "error" : "ready"}
        errorText={pages.error ? failureOf(pages.error).message || undefined : undefined}
        onRetry={() => void pages.refetch()}
        skeletonRows={5}
        empty={<EmptyState icon={<Users />} title={t("empty")} description={t("emptyHint")} />}
        className="border-border border-t"
      />
      {pages.hasNextPage ? (
        <Button
          className="justify-self-center"
          loading={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          {t("more")}
        </Button>
      ) : null}
    </section>
  );
}

const tones: Record<TemplateMessageStatus, BadgeTone> = {
  pending: "neutral",
  enqueued: "neutral",
  sent: "accent",
  delivered: "accent",
  read: "success",
  failed: "danger",
  invalid: "warning",
};

function useRecipientColumns(): Column<Recipient>[] {
  const t = useTranslations("campaigns.recipients");
  const states = useTranslations("campaigns.progress");
  const reasons = useReasonWords();
  return [
    {
      id: "destination",
      header: t("number"),
      width: 170,
      cell: ({ destination }) => <span className="tabular">{shownNumber(destination)}</span>,
      copy: ({ destination }) => destination,
    },
    { id: "name", header: t("name"), width: 180, from: "md", cell: ({ name }) => name },
    {
      id: "status",
      header: t("status"),
      width: 140,
      cell: ({ status, answeredAt }) => (
        <Badge tone={answeredAt ? "success" : tones[status]}>{states(answeredAt ? "answered" : status)}</Badge>
      ),
    },
    {
      id: "reason",
      header: t("reason"),
      cell: ({ failureCode, failureReason }) =>
        failureCode ? (
          <span title={failureReason ?? undefined}>{reasons(failureCode, failureReason)}</span>
        ) : (
          <span className="sr-only">{t("noReason")}</span>
        ),
    },
    {
      id: "sentAt",
      header: t("sentAt"),
      width: 110,
      from: "lg",
      cell: ({ sentAt }) => (sentAt ? <RelativeTime plain value={sentAt} className="tabular" /> : null),
    },
  ];
}
