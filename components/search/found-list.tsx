"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, type Ref, useState } from "react";
import { failureOf } from "#components/live/api.ts";
import { DataList, type DataListHandle } from "#components/tables/data-list.tsx";
import { ListSkeleton } from "#components/tables/list-skeleton.tsx";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import { ErrorState } from "#components/ui/error-state.tsx";
import { rowHeight } from "./found-rows.tsx";
import type { Found } from "./use-found.ts";

type FoundListProps<Row> = {
  label: string;
  found: Found<Row>;
  rowKey: (row: Row) => string;
  renderRow: (row: Row, active: boolean) => ReactNode;
  hrefOf: (row: Row) => string;
  onOpen: (href: string) => void;
  /** Nothing was found. */
  empty: ReactNode;
  ref: Ref<DataListHandle>;
};

/** One kind of results: rows as they come, further ones as one scrolls, and what went wrong. */
export function FoundList<Row>({ label, found, rowKey, renderRow, hrefOf, onOpen, empty, ref }: FoundListProps<Row>) {
  const [active, setActive] = useState<string>();
  const { rows, hasMore, loading, loadingMore, error } = found;
  if (loading || (rows.length === 0 && loadingMore)) return <ListSkeleton rowHeight={rowHeight} />;
  if (error && rows.length === 0)
    return <ErrorState description={failureOf(error).message || undefined} onRetry={found.retry} retrying={loading} />;
  if (rows.length === 0 && !hasMore) return empty;
  return (
    <DataList
      ref={ref}
      label={label}
      items={rows}
      itemKey={rowKey}
      rowHeight={rowHeight}
      activeKey={active}
      onActiveChange={(row) => setActive(rowKey(row))}
      renderItem={(row, state) => renderRow(row, state.active)}
      onOpen={(row, { newTab }) => (newTab ? void window.open(hrefOf(row), "_blank", "noopener") : onOpen(hrefOf(row)))}
      {...(hasMore && !error ? { onEndReached: found.loadMore } : {})}
      {...(found.total === undefined ? {} : { total: found.total })}
      footer={<Foot found={found} />}
      className={cn(found.outdated && "opacity-60")}
    />
  );
}

/** What is shown, and the way further back. */
function Foot({ found }: { found: Found<unknown> }) {
  const t = useTranslations("search");
  const { rows, hasMore, loadingMore, error } = found;
  return (
    <div className="flex min-h-12 flex-wrap items-center gap-3 px-5 py-2 text-sm text-text-muted phone:px-4">
      <p className={cn("flex-1", error ? "text-danger" : "tabular")} role={error ? "alert" : undefined}>
        {error ? failureOf(error).message || t("failed") : t(hasMore ? "shown" : "all", { count: rows.length })}
      </p>
      {hasMore ? (
        <Button size="sm" loading={loadingMore} onClick={found.loadMore}>
          {t(error ? "retry" : "further")}
        </Button>
      ) : null}
    </div>
  );
}
