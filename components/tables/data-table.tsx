"use client";

import { useTranslations } from "next-intl";
import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef, useState } from "react";
import { cn } from "../ui/class-names.ts";
import { ErrorState } from "../ui/error-state.tsx";
import { type ListMove, movedIndex } from "./list-movement.ts";
import { toggledRows } from "./row-selection.ts";
import { type Column, type Sort, visibleOf } from "./table-columns.ts";
import { TableHead } from "./table-head.tsx";
import { SkeletonRow, TableRow } from "./table-row.tsx";

export type DataTableProps<Row> = {
  /** Names the table. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Names a row: for its checkbox and its link. */
  rowLabel: (row: Row) => string;
  /** `loading` draws skeleton rows; rows that stay while the next page comes are `stale`. */
  status?: "ready" | "loading" | "stale" | "error";
  errorText?: string | undefined;
  onRetry?: () => void;
  /** Stands in place of the rows when there are none. */
  empty: ReactNode;
  sort?: Sort | undefined;
  onSortChange?: (sort: Sort) => void;
  /** The whole row opens; give `rowHref` too where the record has a page, for new tabs. */
  onRowOpen?: (row: Row) => void;
  rowHref?: (row: Row) => string;
  selection?: ReadonlySet<string>;
  onSelectionChange?: (selection: Set<string>) => void;
  /** Ids of the hideable columns to show; see ColumnChooser. */
  visibleColumns?: readonly string[] | undefined;
  skeletonRows?: number;
  className?: string;
};

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, rows, rowKey, status = "ready", empty, selection, onSelectionChange, className } = props;
  const t = useTranslations("ui.table");
  const [cursor, setCursor] = useState(0);
  const touched = useRef<string>(undefined);
  const body = useRef<HTMLTableSectionElement>(null);
  const columns = visibleOf(props.columns, props.visibleColumns);
  const keys = rows.map(rowKey);
  const span = columns.length + (selection ? 1 : 0);

  const toggle = (key: string, extend: boolean) => {
    if (!selection || !onSelectionChange) return;
    onSelectionChange(toggledRows(selection, keys, key, { from: touched.current, extend }));
    touched.current = key;
  };
  const focusRow = (index: number) => {
    setCursor(index);
    body.current?.querySelectorAll<HTMLElement>("tr[data-row]")[index]?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, row: Row, index: number) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const by = rowMoves[event.key];
    if (by) focusRow(movedIndex(index, by, rows.length, 10));
    else if (event.key === "Enter") props.onRowOpen?.(row);
    else if (event.key === " " && selection) toggle(rowKey(row), event.shiftKey);
    else return;
    event.preventDefault();
  };

  if (status === "error") return <ErrorState description={props.errorText} onRetry={props.onRetry} />;
  return (
    <div className={cn("min-h-0 flex-1 overflow-auto", className)}>
      <table
        aria-label={label}
        aria-busy={status !== "ready"}
        className="w-full border-separate border-spacing-0 text-sm"
      >
        <TableHead
          columns={columns}
          sort={props.sort}
          onSortChange={props.onSortChange}
          keys={keys}
          selection={selection}
          onSelectionChange={onSelectionChange}
        />
        <tbody ref={body} className={cn("transition-opacity", status === "stale" && "opacity-60")}>
          {status === "loading" ? skeletons(props.skeletonRows ?? 12, columns, Boolean(selection)) : null}
          {status === "loading"
            ? null
            : rows.map((row, index) => (
                <TableRow
                  key={rowKey(row)}
                  row={row}
                  columns={columns}
                  label={props.rowLabel(row)}
                  href={props.rowHref?.(row)}
                  tabIndex={index === Math.min(cursor, rows.length - 1) ? 0 : -1}
                  selected={selection?.has(rowKey(row))}
                  onToggle={(extend) => toggle(rowKey(row), extend)}
                  onOpen={props.onRowOpen ? (event) => openRow(event, row, props) : undefined}
                  onKeyDown={(event) => onKeyDown(event, row, index)}
                  onFocus={() => setCursor(index)}
                />
              ))}
          {status !== "loading" && rows.length === 0 ? (
            <tr>
              <td colSpan={span} className="p-0">
                {empty}
              </td>
            </tr>
          ) : null}
        </tbody>
      </table>
      <span role="status" className="sr-only">
        {status === "loading" || status === "stale" ? t("loading") : ""}
      </span>
    </div>
  );
}

const rowMoves: Record<string, ListMove> = {
  ArrowDown: "next",
  j: "next",
  ArrowUp: "previous",
  k: "previous",
  Home: "first",
  End: "last",
  PageDown: "nextPage",
  PageUp: "previousPage",
};

function openRow<Row>(event: MouseEvent, row: Row, props: DataTableProps<Row>): void {
  const href = props.rowHref?.(row);
  if (href && (event.metaKey || event.ctrlKey)) window.open(href, "_blank", "noopener");
  else props.onRowOpen?.(row);
}

function skeletons<Row>(count: number, columns: readonly Column<Row>[], selectable: boolean): ReactNode[] {
  return Array.from({ length: count }, (_, index) => `skeleton-${index}`).map((key, index) => (
    <SkeletonRow key={key} columns={columns} selectable={selectable} seed={index} />
  ));
}
