"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ListFilter, Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useFormatter, useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { useDirectory } from "#components/conversations/data/directory.ts";
import { useFieldsOf } from "#components/fields/shown-fields.ts";
import { SearchBox } from "#components/filters/search-box.tsx";
import { useMay } from "#components/frame/profile.tsx";
import { useShortcuts } from "#components/keys/shortcuts.tsx";
import { failureOf, useTRPC } from "#components/live/api.ts";
import { ColumnChooser, useVisibleColumns } from "#components/tables/column-chooser.tsx";
import { DataTable } from "#components/tables/data-table.tsx";
import { Pager } from "#components/tables/pager.tsx";
import { Button } from "#components/ui/button.tsx";
import { untilLoaded } from "#components/ui/late/insist.ts";
import { PageHeader } from "#components/ui/page-header.tsx";
import { SavedViews } from "#components/views/saved/saved-views.tsx";
import type { Contact } from "#server/contacts/schema.ts";
import { useContactName } from "../contact-name.ts";
import { BulkDelete } from "./bulk-delete.tsx";
import { isNarrowed, pageSizes, queryOf, readAddress, writeAddress, writeFilter } from "./contact-address.ts";
import { orderOf, sortedColumn, useContactColumns } from "./contact-columns.tsx";
import { ContactsEmpty } from "./contacts-empty.tsx";
import { ContactsMenu } from "./contacts-menu.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { FilterMenu } from "./filter-menu.tsx";
import { useFilterOptions } from "./filter-options.tsx";
import { useContactAddress } from "./use-contact-address.ts";
import { useSelected } from "./use-selected.ts";

/* The form brings the rules of contacts; it is fetched when it is first opened. */
const CreateContact = dynamic(
  () => untilLoaded(() => import("../create-contact.tsx")).then((module) => module.CreateContact),
  { loading: () => null },
);

const none: readonly Contact[] = [];
const hrefOf = ({ id }: { id: string }) => `/contacts/${id}`;

export function ContactsPage() {
  const t = useTranslations("contacts");
  const format = useFormatter();
  const router = useRouter();
  const trpc = useTRPC();
  const mayWrite = useMay("clients_write", "clients_write_assigned");
  const directory = useDirectory();
  const { address, setFilter, change } = useContactAddress();
  const options = useFilterOptions(directory);
  const columns = useContactColumns(directory);
  const fields = useFieldsOf("contact");
  const nameOf = useContactName();
  const [visible, setVisible] = useVisibleColumns("contacts");
  const shown = writeFilter(address.filter);
  const [creating, setCreating] = useState(false);
  const [wasCreating, setWasCreating] = useState(false);
  if (creating && !wasCreating) setWasCreating(true);
  const [filtering, setFiltering] = useState(false);
  const search = useRef<HTMLInputElement>(null);
  const list = useQuery({ ...trpc.contacts.list.queryOptions(queryOf(address)), placeholderData: keepPreviousData });
  const rows = list.data?.data ?? none;
  const page = writeAddress(address);
  const [selected, setSelected] = useSelected({ list: shown, page, rows: list.isPlaceholderData ? undefined : rows });
  const total = list.data?.pagination.total ?? 0;
  useLastPage(list.isPlaceholderData ? undefined : list.data?.pagination, (page) => change({ page }));
  useShortcuts(t("title"), [
    { keys: "/", label: t("shortcuts.search"), run: () => search.current?.focus() },
    { keys: "f", label: t("shortcuts.filter"), run: () => setFiltering(true) },
    ...(mayWrite ? [{ keys: "c", label: t("shortcuts.create"), run: () => setCreating(true) }] : []),
  ]);

  const sort = sortedColumn(address.orderBy, fields);
  const status = list.isPending
    ? "loading"
    : list.isPlaceholderData
      ? "stale"
      : list.isError && !list.data
        ? "error"
        : "ready";
  const create = () => setCreating(true);
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <PageHeader
        title={t("title")}
        meta={list.data ? <span className="tabular">{format.number(total)}</span> : null}
        actions={
          <>
            <SearchBox
              label={t("search.label")}
              placeholder={t("search.placeholder")}
              className="w-64 phone:w-full"
              value={address.filter.search}
              onSearch={(text) => setFilter({ ...address.filter, search: text })}
              ref={search}
            />
            <FilterMenu
              filter={address.filter}
              onFilter={setFilter}
              options={options}
              open={filtering}
              onOpenChange={setFiltering}
              trigger={<Button icon={<ListFilter aria-hidden />}>{t("filters.add")}</Button>}
            />
            <SavedViews
              page="contacts"
              query={shown}
              read={(query) => writeFilter(readAddress(new URLSearchParams(query)).filter)}
              onOpen={(query) => setFilter(readAddress(new URLSearchParams(query)).filter)}
            />
            {/* A phone shows two columns, whatever is chosen. */}
            <span className="phone:hidden">
              <ColumnChooser columns={columns} visible={visible} onVisibleChange={setVisible} />
            </span>
            <ContactsMenu address={address} />
            {mayWrite ? (
              <Button variant="primary" icon={<Plus aria-hidden />} onClick={create}>
                {t("create.open")}
              </Button>
            ) : null}
          </>
        }
      />
      <FilterBar filter={address.filter} onFilter={setFilter} options={options} />
      <DataTable
        label={t("title")}
        columns={columns}
        visibleColumns={visible}
        rows={rows}
        rowKey={(row) => row.id}
        rowLabel={nameOf}
        rowHref={hrefOf}
        onRowOpen={(row) => router.push(hrefOf(row))}
        status={status}
        errorText={list.error ? failureOf(list.error).message || undefined : undefined}
        onRetry={() => void list.refetch()}
        sort={sort ? { id: sort, direction: address.order } : undefined}
        onSortChange={({ id, direction }) => change({ orderBy: orderOf(id, fields), order: direction, page: 1 })}
        {...(mayWrite ? { selection: selected, onSelectionChange: setSelected } : {})}
        empty={<ContactsEmpty narrowed={isNarrowed(address.filter)} onCreate={mayWrite ? create : undefined} />}
        className="border-border border-t"
      />
      {mayWrite ? <BulkDelete selected={selected} rows={rows} onSelectedChange={setSelected} /> : null}
      <Pager
        page={address.page}
        pageSize={address.limit}
        total={list.data ? total : undefined}
        pageSizes={pageSizes}
        onPageChange={(page) => change({ page })}
        onPageSizeChange={(limit) => change({ limit: pageSizes.find((size) => size === limit) ?? 25, page: 1 })}
      />
      {mayWrite && wasCreating ? <CreateContact open={creating} onOpenChange={setCreating} /> : null}
    </div>
  );
}

/** A page past the end (rows were deleted, or the link is old) becomes the last one. */
function useLastPage(pagination: { page: number; totalPages: number } | undefined, go: (page: number) => void): void {
  const past = pagination && pagination.totalPages > 0 && pagination.page > pagination.totalPages;
  const last = past ? pagination.totalPages : undefined;
  const latest = useRef(go);
  useEffect(() => {
    latest.current = go;
  });
  useEffect(() => {
    if (last !== undefined) latest.current(last);
  }, [last]);
}
