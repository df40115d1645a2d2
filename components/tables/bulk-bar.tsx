"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { IconButton } from "../ui/icon-button.tsx";

type BulkBarProps = { count: number; onClear: () => void; children: ReactNode };

/** What can be done with the selected rows; floats above the table's foot while any row is selected. */
export function BulkBar({ count, onClear, children }: BulkBarProps) {
  const t = useTranslations("ui.table");
  if (count === 0) return null;
  return (
    <div className="pointer-events-none relative z-20 h-0">
      <section
        aria-label={t("bulk")}
        className="pointer-events-auto absolute inset-x-4 bottom-3 mx-auto flex w-fit max-w-[calc(100%-2rem)] animate-rise-in items-center gap-2 overflow-x-auto rounded-lg bg-surface-raised py-1.5 pr-1.5 pl-3 shadow-float"
      >
        <span role="status" className="tabular whitespace-nowrap font-medium text-sm">
          {t("selected", { count })}
        </span>
        <span aria-hidden className="h-5 w-px bg-border" />
        {children}
        <IconButton label={t("clear")} size="sm" onClick={onClear}>
          <X aria-hidden />
        </IconButton>
      </section>
    </div>
  );
}
