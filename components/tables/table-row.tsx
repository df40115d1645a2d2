"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import type { KeyboardEvent, MouseEvent, ReactNode } from "react";
import { Checkbox } from "../forms/checkbox.tsx";
import { cn } from "../ui/class-names.ts";
import { CopyButton } from "../ui/copy-button.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { type Column, fromStyles } from "./table-columns.ts";
import { cellStyles } from "./table-head.tsx";

type TableRowProps<Row> = {
  row: Row;
  columns: readonly Column<Row>[];
  label: string;
  href: string | undefined;
  tabIndex: number;
  selected: boolean | undefined;
  onToggle: (extend: boolean) => void;
  onOpen: ((event: MouseEvent) => void) | undefined;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  onFocus: () => void;
};

const interactive = "a, button, input, textarea, select, label, [role=checkbox], [role=switch], [role=menuitem]";

export function TableRow<Row>(props: TableRowProps<Row>) {
  const { row, columns, label, href, selected, onOpen } = props;
  const t = useTranslations("ui.table");
  const onClick = (event: MouseEvent) => {
    if (!(event.target instanceof Element) || event.target.closest(interactive)) return;
    // A portal's clicks bubble through React's tree, and text being selected is not a click.
    if (!event.currentTarget.contains(event.target) || window.getSelection()?.type === "Range") return;
    onOpen?.(event);
  };
  return (
    <tr
      data-row
      tabIndex={props.tabIndex}
      aria-selected={selected}
      onClick={onOpen ? onClick : undefined}
      onKeyDown={props.onKeyDown}
      onFocus={(event) => event.target === event.currentTarget && props.onFocus()}
      className={cn(
        "group/row focus-visible:outline-offset-[-2px]",
        onOpen && "cursor-default hover:bg-text/3",
        selected && "bg-accent/6 hover:bg-accent/8",
      )}
    >
      {selected === undefined ? null : (
        <td className={cn(cellStyles, "w-9 pr-0")}>
          <Checkbox
            aria-label={t("select", { name: label })}
            checked={selected}
            onClick={(event) => {
              event.preventDefault();
              props.onToggle(event.shiftKey);
            }}
            className="align-middle"
          />
        </td>
      )}
      {columns.map((column, index) => (
        <Cell key={column.id} column={column} row={row} href={index === 0 ? href : undefined} />
      ))}
    </tr>
  );
}

const contentStyles = "block min-w-0 truncate [&>*]:max-w-full";

function Cell<Row>({ column, row, href }: { column: Column<Row>; row: Row; href: string | undefined }) {
  const content: ReactNode = column.cell(row);
  const copied = column.copy?.(row);
  return (
    <td
      className={cn(
        cellStyles,
        "max-w-0 py-0",
        column.align === "end" && "text-end",
        column.from && fromStyles[column.from],
      )}
    >
      <div className="relative min-w-0">
        {href ? (
          <Link href={href} prefetch={false} className={cn(contentStyles, "font-medium hover:underline touch:py-2.5")}>
            {content}
          </Link>
        ) : (
          <div className={contentStyles}>{content}</div>
        )}
        {copied ? (
          <span className="absolute inset-y-0 right-0 flex items-center rounded-md bg-surface opacity-0 focus-within:opacity-100 group-hover/row:opacity-100 touch:opacity-100 phone:hidden">
            <CopyButton text={copied} size="xs" />
          </span>
        ) : null}
      </div>
    </td>
  );
}

type SkeletonRowProps<Row> = { columns: readonly Column<Row>[]; selectable: boolean; seed: number };

const widths = ["w-2/3", "w-1/2", "w-4/5", "w-3/5"];

export function SkeletonRow<Row>({ columns, selectable, seed }: SkeletonRowProps<Row>) {
  return (
    <tr aria-hidden>
      {selectable ? (
        <td className={cn(cellStyles, "w-9 pr-0")}>
          <Skeleton className="size-4" />
        </td>
      ) : null}
      {columns.map((column, index) => (
        <td key={column.id} className={cn(cellStyles, column.from && fromStyles[column.from])}>
          <Skeleton className={cn(widths[(seed + index) % widths.length], column.align === "end" && "ml-auto")} />
        </td>
      ))}
    </tr>
  );
}
