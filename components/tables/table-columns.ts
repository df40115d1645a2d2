import type { ReactNode } from "react";

export type Column<Row> = {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Pixels; a column without takes what is left. */
  width?: number;
  align?: "start" | "end";
  /** The head becomes a button that asks for another order. */
  sortable?: boolean;
  /** May be switched off in the column chooser. */
  hideable?: boolean;
  /** Off until the reader chooses it. */
  hiddenAtFirst?: boolean;
  /** Text behind a hover button that copies it: ids, URLs, numbers. */
  copy?: (row: Row) => string | undefined;
  /** Not shown below this width of the window; the row's page still has it. */
  from?: "md" | "lg" | "xl";
};

export type Sort = { id: string; direction: "asc" | "desc" };

/** The order a click on a head asks for: ascending, descending, ascending again. */
export function toggledSort(current: Sort | undefined, id: string): Sort {
  return { id, direction: current?.id === id && current.direction === "asc" ? "desc" : "asc" };
}

export const fromStyles: Record<NonNullable<Column<unknown>["from"]>, string> = {
  md: "max-md:hidden",
  lg: "max-lg:hidden",
  xl: "max-xl:hidden",
};

/** The columns to draw; one that may not be hidden is always among them. */
export function visibleOf<Row>(columns: readonly Column<Row>[], chosen: readonly string[] | undefined): Column<Row>[] {
  return columns.filter((column) => !column.hideable || (chosen ? chosen.includes(column.id) : !column.hiddenAtFirst));
}
