"use client";

import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { Checkbox } from "../forms/checkbox.tsx";
import { cn } from "../ui/class-names.ts";
import { headState } from "./row-selection.ts";
import { type Column, fromStyles, type Sort, toggledSort } from "./table-columns.ts";

type TableHeadProps<Row> = {
  columns: readonly Column<Row>[];
  sort: Sort | undefined;
  onSortChange: ((sort: Sort) => void) | undefined;
  keys: readonly string[];
  selection: ReadonlySet<string> | undefined;
  onSelectionChange: ((selection: Set<string>) => void) | undefined;
};

export const cellStyles =
  "h-9 border-border border-b px-3 first:pl-5 last:pr-5 touch:h-12 phone:first:pl-4 phone:last:pr-4";

export function TableHead<Row>({
  columns,
  sort,
  onSortChange,
  keys,
  selection,
  onSelectionChange,
}: TableHeadProps<Row>) {
  const t = useTranslations("ui.table");
  const state = selection ? headState(selection, keys) : false;
  const toggleAll = () => {
    const next = new Set(selection);
    for (const key of keys) {
      if (state === true) next.delete(key);
      else next.add(key);
    }
    onSelectionChange?.(next);
  };
  return (
    <thead className="sticky top-0 z-10">
      <tr>
        {selection ? (
          <th scope="col" className={cn(cellStyles, "w-9 bg-surface pr-0 text-start")}>
            <Checkbox
              aria-label={t("selectAll")}
              checked={state}
              disabled={keys.length === 0}
              onCheckedChange={toggleAll}
              className="align-middle"
            />
          </th>
        ) : null}
        {columns.map((column) => (
          <th
            key={column.id}
            scope="col"
            style={{ width: column.width, minWidth: column.width ?? 140 }}
            aria-sort={column.sortable ? ariaSort(sort, column.id) : undefined}
            className={cn(
              cellStyles,
              "whitespace-nowrap bg-surface font-medium text-text-muted text-xs",
              column.align === "end" ? "text-end" : "text-start",
              column.from && fromStyles[column.from],
            )}
          >
            {column.sortable && onSortChange ? (
              <button
                type="button"
                onClick={() => onSortChange(toggledSort(sort, column.id))}
                className={cn(
                  "group -mx-1 inline-flex h-6 items-center gap-1 rounded-sm px-1 hover:text-text aria-pressed:text-text touch:h-11",
                  column.align === "end" && "flex-row-reverse",
                )}
                aria-pressed={sort?.id === column.id}
              >
                {column.header}
                <SortSign direction={sort?.id === column.id ? sort.direction : undefined} />
              </button>
            ) : (
              column.header
            )}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function SortSign({ direction }: { direction: Sort["direction"] | undefined }) {
  if (direction === "asc") return <ArrowUp aria-hidden className="size-3" />;
  if (direction === "desc") return <ArrowDown aria-hidden className="size-3" />;
  return (
    <ChevronsUpDown aria-hidden className="size-3 opacity-0 group-hover:opacity-60 group-focus-visible:opacity-60" />
  );
}

function ariaSort(sort: Sort | undefined, id: string): "ascending" | "descending" | "none" {
  if (sort?.id !== id) return "none";
  return sort.direction === "asc" ? "ascending" : "descending";
}
