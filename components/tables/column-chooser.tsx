"use client";

import { Columns3 } from "lucide-react";
import { useTranslations } from "next-intl";
import {
  DropdownMenu,
  DropdownMenuCheckboxItem,
  DropdownMenuContent,
  DropdownMenuTrigger,
} from "../ui/dropdown-menu.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { useStoredState } from "../ui/stored-state.ts";
import { type Column, visibleOf } from "./table-columns.ts";

/** The hideable columns the reader wants to see, remembered in this browser; undefined until they choose. */
export function useVisibleColumns(storageKey: string): [string[] | undefined, (ids: string[]) => void] {
  const [text, setText] = useStoredState(`parley:columns:${storageKey}`, "", (stored) => stored);
  return [text === "" ? undefined : text.split(","), (ids) => setText(["-", ...ids].join(","))];
}

type ColumnChooserProps<Row> = {
  columns: readonly Column<Row>[];
  visible: readonly string[] | undefined;
  onVisibleChange: (ids: string[]) => void;
};

export function ColumnChooser<Row>({ columns, visible, onVisibleChange }: ColumnChooserProps<Row>) {
  const t = useTranslations("ui.table");
  const shown = new Set(visibleOf(columns, visible).map((column) => column.id));
  const hideable = columns.filter((column) => column.hideable);
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <IconButton label={t("columns")}>
          <Columns3 aria-hidden />
        </IconButton>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {hideable.map((column) => (
          <DropdownMenuCheckboxItem
            key={column.id}
            checked={shown.has(column.id)}
            onSelect={(event) => event.preventDefault()}
            onCheckedChange={(checked) =>
              onVisibleChange(
                hideable
                  .filter((other) => (other.id === column.id ? checked : shown.has(other.id)))
                  .map((other) => other.id),
              )
            }
          >
            {column.header}
          </DropdownMenuCheckboxItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
