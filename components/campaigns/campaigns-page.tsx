"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Lock, Megaphone, Plus, SearchX } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useFormatter, useTranslations } from "next-intl";
import { useRef } from "react";
import { PlanButton } from "#components/companies/plan-button.tsx";
import { useAddressState } from "#components/filters/address-state.ts";
import { SearchBox } from "#components/filters/search-box.tsx";
import { useMay, usePlanLacks } from "#components/frame/profile.tsx";
import { useShortcuts } from "#components/keys/shortcuts.tsx";
import { failureOf, useTRPC } from "#components/live/api.ts";
import { DataTable } from "#components/tables/data-table.tsx";
import { Pager } from "#components/tables/pager.tsx";
import { FilterSelect } from "#components/templates/filter-select.tsx";
import { NoNumber } from "#components/templates/no-number.tsx";
import { useWhatsappChannels } from "#components/templates/whatsapp-channels.ts";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { campaignStatuses } from "#server/campaigns/choices.ts";
import { type CampaignRow, useCampaignColumns } from "./campaign-columns.tsx";
import { campaignFilters, campaignsPerPage, campaignsQuery } from "./list-query.ts";
import { useMayCreate } from "./may-create.ts";

const none: readonly CampaignRow[] = [];
const hrefOf = ({ id }: { id: string }) => `/campaigns/${id}`;

export function CampaignsPage() {
  const t = useTranslations("campaigns");
  const mayRead = useMay("websites_read");
  if (mayRead) return <Permitted />;
  return <EmptyState icon={<Lock />} title={t("forbidden")} description={t("forbiddenHint")} className="my-auto" />;
}

function Permitted() {
  const t = useTranslations("campaigns");
  const format = useFormatter();
  const router = useRouter();
  const trpc = useTRPC();
  const mayCreate = useMayCreate();
  const numbers = useWhatsappChannels();
  const [filter, setFilter] = useAddressState(campaignFilters);
  const search = useRef<HTMLInputElement>(null);
  const asked = campaignsQuery(filter);
  const list = useQuery({ ...trpc.campaigns.list.queryOptions(asked), placeholderData: keepPreviousData });
  const rows = list.data?.result ?? none;
  const total = list.data?.pagination.total ?? 0;
  const columns = useCampaignColumns();
  const lacking = usePlanLacks("campaigns");
  const offers = mayCreate && numbers.capable.length > 0;
  const canCreate = offers && !lacking;
  useShortcuts(t("title"), [
    { keys: "/", label: t("search"), run: () => search.current?.focus() },
    ...(canCreate ? [{ keys: "c", label: t("add"), run: () => router.push("/campaigns/new") }] : []),
  ]);
  const add = canCreate ? (
    <Button asChild variant="primary">
      <Link href="/campaigns/new">
        <Plus aria-hidden />
        {t("add")}
      </Link>
    </Button>
  ) : offers ? (
    <PlanButton feature="campaigns" variant="primary" icon={<Plus aria-hidden />}>
      {t("add")}
    </PlanButton>
  ) : null;
  if (numbers.query.data && numbers.channels.length === 0) {
    return (
      <div className="flex min-h-0 flex-1 flex-col">
        <PageHeader title={t("title")} description={t("description")} />
        <NoNumber what="campaigns" />
      </div>
    );
  }
  const empty =
    asked.search || asked.status ? (
      <EmptyState icon={<SearchX />} title={t("empty.nothing")} description={t("empty.nothingHint")} />
    ) : (
      <EmptyState icon={<Megaphone />} title={t("empty.title")} description={t("empty.description")} actions={add} />
    );
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <PageHeader
        title={t("title")}
        meta={list.data ? <span className="tabular">{format.number(total)}</span> : null}
        description={t("description")}
        actions={add}
      />
      <div className="flex flex-wrap gap-2 px-5 pb-3 phone:px-4">
        <SearchBox
          className="w-64 phone:w-full"
          label={t("search")}
          value={filter.search}
          onSearch={(text) => setFilter({ search: text, page: "" })}
          ref={search}
        />
        <FilterSelect
          label={t("columns.status")}
          value={filter.status}
          onValueChange={(next) => setFilter({ status: next, page: "" })}
          options={campaignStatuses.map((value) => ({ value, label: t(`statuses.${value}`) }))}
        />
      </div>
      <DataTable
        label={t("title")}
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
        rowLabel={({ name }) => name}
        rowHref={hrefOf}
        onRowOpen={(row) => router.push(hrefOf(row))}
        status={
          list.isPending ? "loading" : list.isPlaceholderData ? "stale" : list.isError && !list.data ? "error" : "ready"
        }
        errorText={list.error ? failureOf(list.error).message || undefined : undefined}
        onRetry={() => void list.refetch()}
        skeletonRows={6}
        empty={empty}
        className="border-border border-t"
      />
      {total > campaignsPerPage ? (
        <Pager
          page={asked.page}
          pageSize={campaignsPerPage}
          total={total}
          onPageChange={(next) => setFilter({ page: String(next) })}
        />
      ) : null}
    </div>
  );
}
