"use client";

import { useFormatter, useTranslations } from "next-intl";
import { moment } from "../time/moments.ts";
import { Button } from "../ui/button.tsx";

type LogFooterProps = {
  /** Rows that are shown. */
  count: number;
  hasMore: boolean;
  loading: boolean;
  onMore: () => void;
  /** How far back the search went, where older rows have not been searched. */
  searchedTo: string | null | undefined;
};

/** Below a log that is read back from now: how much is shown, and the way further back. */
export function LogFooter({ count, hasMore, loading, onMore, searchedTo }: LogFooterProps) {
  const t = useTranslations("ui.log");
  const format = useFormatter();
  return (
    <div className="flex min-h-12 flex-wrap items-center gap-3 border-border border-t px-5 py-2 text-sm text-text-muted phone:px-4">
      <p aria-live="polite" className="tabular flex-1">
        {searchedTo
          ? t("searched", {
              count,
              at: format.dateTime(new Date(searchedTo), moment),
            })
          : t(hasMore ? "shown" : "all", { count })}
      </p>
      {hasMore ? (
        <Button size="sm" loading={loading} onClick={onMore}>
          {t(searchedTo ? "further" : "more")}
        </Button>
      ) : null}
    </div>
  );
}
