"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { Select } from "../forms/select.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { Skeleton } from "../ui/skeleton.tsx";

type PagerProps = {
  /** Counted from 1. */
  page: number;
  pageSize: number;
  /** Unknown while the first page is on its way. */
  total: number | undefined;
  onPageChange: (page: number) => void;
  onPageSizeChange?: (size: number) => void;
  pageSizes?: readonly number[];
};

export function Pager({
  page,
  pageSize,
  total,
  onPageChange,
  onPageSizeChange,
  pageSizes = [25, 50, 100],
}: PagerProps) {
  const t = useTranslations("ui.pager");
  const pages = Math.max(1, Math.ceil((total ?? 0) / pageSize));
  const first = total === 0 ? 0 : (page - 1) * pageSize + 1;
  return (
    <nav
      aria-label={t("label")}
      className="flex min-h-10 shrink-0 items-center gap-2 border-border border-t px-5 py-1 text-sm text-text-muted phone:px-4"
    >
      <p aria-live="polite" className="tabular flex-1">
        {total === undefined ? (
          <Skeleton className="inline-block w-24" />
        ) : (
          t("range", { first, last: Math.min(page * pageSize, total), total })
        )}
      </p>
      {onPageSizeChange ? (
        <Select
          aria-label={t("pageSize")}
          size="sm"
          value={String(pageSize)}
          options={pageSizes.map((size) => ({ value: String(size), label: t("perPage", { size }) }))}
          onValueChange={(size) => onPageSizeChange(Number(size))}
          className="w-auto border-transparent bg-transparent text-text-muted phone:hidden"
        />
      ) : null}
      <div className="flex items-center gap-1">
        <IconButton label={t("previous")} size="sm" disabled={page <= 1} onClick={() => onPageChange(page - 1)}>
          <ChevronLeft aria-hidden />
        </IconButton>
        <span className="tabular min-w-12 text-center">
          {total === undefined ? null : (
            <>
              <span className="sr-only">{t("position", { page, pages })}</span>
              <span aria-hidden>{t("short", { page, pages })}</span>
            </>
          )}
        </span>
        <IconButton label={t("next")} size="sm" disabled={page >= pages} onClick={() => onPageChange(page + 1)}>
          <ChevronRight aria-hidden />
        </IconButton>
      </div>
    </nav>
  );
}
