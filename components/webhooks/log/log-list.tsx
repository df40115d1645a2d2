"use client";

import { ArrowUp, SearchX, Send } from "lucide-react";
import { useTranslations } from "next-intl";
import type { Ref } from "react";
import { failureOf } from "#components/live/api.ts";
import { DataList, type DataListHandle } from "#components/tables/data-list.tsx";
import { ListSkeleton } from "#components/tables/list-skeleton.tsx";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { isNarrowed, type LogFilter, noFilter } from "./log-address.ts";
import { LogRow, logRowHeight } from "./log-row.tsx";
import type { useLog } from "./use-log.ts";

type LogListProps = {
  log: ReturnType<typeof useLog>;
  filter: LogFilter;
  selectedId: string;
  onOpen: (logId: string) => void;
  onAtTopChange: (atTop: boolean) => void;
  onShowNewer: () => void;
  onClear: (filter: LogFilter) => void;
  onTest: (() => void) | undefined;
  ref: Ref<DataListHandle>;
};

export function LogList(props: LogListProps) {
  const { log, selectedId, onOpen, onAtTopChange, onShowNewer, ref } = props;
  const t = useTranslations("webhooks.log");
  const { pages, shown, newer } = log;
  if (pages.isPending) return <ListSkeleton rowHeight={logRowHeight} />;
  if (pages.isError && shown.length === 0) {
    const told = failureOf(pages.error).message || undefined;
    return <ErrorState description={told} onRetry={() => void pages.refetch()} className="my-auto" />;
  }
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <p role="status" className="sr-only">
        {newer > 0 ? t("newer", { count: newer }) : ""}
      </p>
      {newer > 0 ? (
        <Button
          size="sm"
          variant="primary"
          className="absolute top-2 left-1/2 z-10 -translate-x-1/2 rounded-full shadow-float"
          icon={<ArrowUp aria-hidden />}
          aria-label={t("showNewer", { count: newer })}
          onClick={onShowNewer}
        >
          {t("newer", { count: newer })}
        </Button>
      ) : null}
      {shown.length === 0 ? (
        <Nothing {...props} />
      ) : (
        <DataList
          ref={ref}
          label={t("list")}
          items={shown}
          itemKey={({ id }) => id}
          rowHeight={logRowHeight}
          selectedKey={selectedId || undefined}
          onActiveChange={({ id }) => onOpen(id)}
          onOpen={({ id }) => onOpen(id)}
          onAtTopChange={onAtTopChange}
          onEndReached={() => {
            if (pages.hasNextPage && !pages.isFetching) void pages.fetchNextPage();
          }}
          renderItem={(item, state) => <LogRow log={item} {...state} />}
          footer={
            <p className="px-3 py-4 text-center text-text-muted text-xs">{pages.hasNextPage ? t("more") : t("end")}</p>
          }
        />
      )}
    </div>
  );
}

function Nothing({ filter, onClear, onTest }: LogListProps) {
  const t = useTranslations("webhooks.log");
  if (isNarrowed(filter)) {
    return (
      <EmptyState
        icon={<SearchX />}
        title={t("narrowTitle")}
        description={t("narrowDescription")}
        actions={<Button onClick={() => onClear(noFilter)}>{t("clear")}</Button>}
        className="my-auto"
      />
    );
  }
  return (
    <EmptyState
      icon={<Send />}
      title={t("emptyTitle")}
      description={t("emptyDescription")}
      actions={onTest ? <Button onClick={onTest}>{t("sendTest")}</Button> : null}
      className="my-auto"
    />
  );
}
