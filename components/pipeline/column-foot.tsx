"use client";

import { useTranslations } from "next-intl";
import type { InboxRow, ListState } from "#components/conversations/data/use-conversation-list.ts";
import { failureOf } from "#components/live/api.ts";
import { Button } from "#components/ui/button.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { Spinner } from "#components/ui/spinner.tsx";

/** Below the cards: that more are coming, that they could not come, or that there are none. */
export function ColumnFoot({ list, empty }: { list: ListState<InboxRow>; empty: boolean }) {
  const t = useTranslations("pipeline.column");
  if (list.error && empty) {
    return (
      <ErrorState
        title={t("failed")}
        description={failureOf(list.error).message || undefined}
        onRetry={list.retry}
        className="px-3 py-8"
      />
    );
  }
  if (list.error) {
    return (
      <p role="alert" className="flex flex-wrap items-center justify-center gap-2 py-2 text-text-muted text-xs">
        {t("moreFailed")}
        <Button variant="link" size="sm" onClick={list.loadMore}>
          {t("retry")}
        </Button>
      </p>
    );
  }
  if (list.loadingMore) {
    return (
      <p className="grid h-10 place-items-center">
        <Spinner label={t("loadingMore")} />
      </p>
    );
  }
  if (!empty) return null;
  return (
    <p className="px-3 py-8 text-pretty text-center text-text-faint text-xs in-data-nothing:hidden">{t("empty")}</p>
  );
}
