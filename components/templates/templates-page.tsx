"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Lock, MessageSquareText, Plus, SearchX } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useFormatter, useTranslations } from "next-intl";
import { useRef } from "react";
import { useAddressState } from "#components/filters/address-state.ts";
import { SearchBox } from "#components/filters/search-box.tsx";
import { useCommands } from "#components/frame/command-registry.tsx";
import { useMay } from "#components/frame/profile.tsx";
import { useShortcuts } from "#components/keys/shortcuts.tsx";
import { failureOf, useTRPC } from "#components/live/api.ts";
import { DataTable } from "#components/tables/data-table.tsx";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { templateCategories, templateStatuses } from "#server/templates/choices.ts";
import type { WhatsAppTemplate } from "#server/templates/schema.ts";
import { FilterSelect } from "./filter-select.tsx";
import { templateFilters, templatesQuery } from "./list-query.ts";
import { NoNumber } from "./no-number.tsx";
import { SyncButton } from "./sync-button.tsx";
import { useTemplateColumns } from "./template-columns.tsx";
import { useWhatsappChannels } from "./whatsapp-channels.ts";

const none: readonly WhatsAppTemplate[] = [];
const hrefOf = ({ id }: { id: number }) => `/templates/${id}`;

export function TemplatesPage() {
  const t = useTranslations("templates");
  const mayRead = useMay("websites_read");
  if (mayRead) return <Permitted />;
  return <EmptyState icon={<Lock />} title={t("forbidden")} description={t("forbiddenHint")} className="my-auto" />;
}

function Permitted() {
  const t = useTranslations("templates");
  const format = useFormatter();
  const router = useRouter();
  const trpc = useTRPC();
  const mayWrite = useMay("websites_write");
  const numbers = useWhatsappChannels();
  const [filter, setFilter] = useAddressState(templateFilters);
  const search = useRef<HTMLInputElement>(null);
  // A number that is gone narrows nothing.
  const known = numbers.channels.some(({ id }) => id === filter.channel);
  const asked = templatesQuery({ ...filter, channel: known ? filter.channel : "" });
  const list = useQuery({ ...trpc.templates.list.queryOptions(asked), placeholderData: keepPreviousData });
  const rows = list.data?.result ?? none;
  const narrowed = Object.keys(asked).length > 0;
  const columns = useTemplateColumns(numbers.channels.length > 1 ? numbers.nameOf : undefined);
  const create = () => router.push("/templates/new");
  const canCreate = mayWrite && numbers.capable.length > 0;
  useTemplateKeys(canCreate ? create : undefined, () => search.current?.focus());
  if (numbers.query.data && numbers.channels.length === 0) {
    return (
      <div className="flex min-h-0 flex-1 flex-col">
        <PageHeader title={t("title")} description={t("description")} />
        <NoNumber what="templates" />
      </div>
    );
  }
  const add = canCreate ? (
    <Button asChild variant="primary">
      <Link href="/templates/new">
        <Plus aria-hidden />
        {t("add")}
      </Link>
    </Button>
  ) : null;
  const clear = () => setFilter({ search: "", status: "", category: "", channel: "" });
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <PageHeader
        title={t("title")}
        meta={list.data ? <span className="tabular">{format.number(rows.length)}</span> : null}
        description={t("description")}
        actions={
          <>
            {mayWrite ? <SyncButton channels={numbers.connected} /> : null}
            {add}
          </>
        }
      />
      <div className="flex flex-wrap gap-2 px-5 pb-3 phone:px-4">
        <SearchBox
          className="w-64 phone:w-full"
          label={t("search")}
          value={filter.search}
          onSearch={(text) => setFilter({ search: text })}
          ref={search}
        />
        <FilterSelect
          label={t("filters.status")}
          value={filter.status}
          onValueChange={(next) => setFilter({ status: next })}
          options={templateStatuses.map((value) => ({ value, label: t(`statuses.${value}`) }))}
        />
        <FilterSelect
          label={t("filters.category")}
          value={filter.category}
          onValueChange={(next) => setFilter({ category: next })}
          options={templateCategories.map((value) => ({ value, label: t(value) }))}
        />
        {numbers.channels.length > 1 ? (
          <FilterSelect
            label={t("filters.channel")}
            value={filter.channel}
            onValueChange={(next) => setFilter({ channel: next })}
            options={numbers.channels.map(({ id, label }) => ({ value: id, label }))}
          />
        ) : null}
      </div>
      <DataTable
        label={t("title")}
        columns={columns}
        rows={rows}
        rowKey={(row) => String(row.id)}
        rowLabel={({ elementName }) => elementName}
        rowHref={hrefOf}
        onRowOpen={(row) => router.push(hrefOf(row))}
        status={
          list.isPending ? "loading" : list.isPlaceholderData ? "stale" : list.isError && !list.data ? "error" : "ready"
        }
        errorText={list.error ? failureOf(list.error).message || undefined : undefined}
        onRetry={() => void list.refetch()}
        skeletonRows={6}
        empty={
          narrowed ? (
            <EmptyState
              icon={<SearchX />}
              title={t("empty.nothing")}
              description={t("empty.nothingHint")}
              actions={<Button onClick={clear}>{t("filters.clear")}</Button>}
            />
          ) : (
            <EmptyState
              icon={<MessageSquareText />}
              title={t("empty.title")}
              description={t("empty.description")}
              actions={add}
            />
          )
        }
        className="border-border border-t"
      />
    </div>
  );
}

function useTemplateKeys(create: (() => void) | undefined, focusSearch: () => void): void {
  const t = useTranslations("templates");
  useShortcuts(t("title"), [
    { keys: "/", label: t("search"), run: focusSearch },
    ...(create ? [{ keys: "c", label: t("add"), run: create }] : []),
  ]);
  useCommands(
    create ? [{ id: "templates add", group: t("title"), label: t("add"), icon: Plus, shortcut: "c", run: create }] : [],
  );
}
