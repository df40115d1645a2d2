import type { ReactNode } from "react";
import { SearchBox } from "#components/filters/search-box.tsx";
import { failureOf } from "#components/live/api.ts";
import { DataTable } from "#components/tables/data-table.tsx";
import { LogFooter } from "#components/tables/log-footer.tsx";
import type { Column } from "#components/tables/table-columns.ts";

type LogQuery = {
  data: unknown;
  error: unknown;
  isPending: boolean;
  isPlaceholderData: boolean;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  refetch: () => unknown;
  fetchNextPage: () => unknown;
};

type SettingsLogProps<Row> = {
  label: string;
  columns: Column<Row>[];
  list: LogQuery;
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  rowLabel: (row: Row) => string;
  onRowOpen?: (row: Row) => void;
  /** How far back the search went, where a filter found too little to fill a page. */
  searchedTo: string | null;
  empty: ReactNode;
};

/** A log of the settings: its newest rows, and the way further back below them. */
export function SettingsLog<Row>({ list, rows, onRowOpen, searchedTo, ...table }: SettingsLogProps<Row>) {
  const failed = list.error !== null && !list.data;
  const status = failed ? "error" : list.isPending ? "loading" : list.isPlaceholderData ? "stale" : "ready";
  // The empty state has said already that there is nothing.
  const told = !failed && !list.isPending && (rows.length > 0 || list.hasNextPage);
  return (
    <>
      <DataTable
        {...table}
        {...(onRowOpen ? { onRowOpen } : {})}
        rows={rows}
        status={status}
        errorText={list.error ? failureOf(list.error).message || undefined : undefined}
        onRetry={() => void list.refetch()}
        className="flex-none overflow-x-auto"
      />
      {told ? (
        <LogFooter
          count={rows.length}
          hasMore={list.hasNextPage}
          loading={list.isFetchingNextPage}
          onMore={() => void list.fetchNextPage()}
          searchedTo={searchedTo}
        />
      ) : null}
    </>
  );
}

type LogToolbarProps = {
  search?: { label: string; value: string; onSearch: (text: string) => void };
  /** Choices and days that narrow the log. */
  children: ReactNode;
};

/** What narrows a log of the settings; on a phone each takes the width it can get. */
export function LogToolbar({ search, children }: LogToolbarProps) {
  return (
    <div className="flex flex-wrap items-center gap-2 px-5 py-2 phone:px-4">
      {search ? <SearchBox className="w-64 phone:w-full" {...search} /> : null}
      {children}
    </div>
  );
}

/** Of the choices in a toolbar. */
export const toolbarChoice = "w-44 shrink-0 phone:w-auto phone:min-w-32 phone:flex-1";
