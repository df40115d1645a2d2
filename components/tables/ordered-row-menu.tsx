"use client";

import { ArrowDown, ArrowUp, Ellipsis, Pencil, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "../ui/dropdown-menu.tsx";
import { IconButton } from "../ui/icon-button.tsx";

type OrderedRowMenuProps = {
  name: string;
  index: number;
  count: number;
  onMove: (from: number, to: number) => void;
  onEdit: () => void;
  onDelete: () => void;
  /** What else can be done with such a row. */
  children?: ReactNode;
};

/** What can be done with a row of a list in an order of one's own. */
export function OrderedRowMenu({ name, index, count, onMove, onEdit, onDelete, children }: OrderedRowMenuProps) {
  const t = useTranslations("ui.row");
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <IconButton label={t("menu", { name })}>
          <Ellipsis aria-hidden />
        </IconButton>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuItem icon={<Pencil aria-hidden />} onSelect={onEdit}>
          {t("edit")}
        </DropdownMenuItem>
        {children}
        <DropdownMenuItem
          icon={<ArrowUp aria-hidden />}
          disabled={index === 0}
          onSelect={() => onMove(index, index - 1)}
        >
          {t("up")}
        </DropdownMenuItem>
        <DropdownMenuItem
          icon={<ArrowDown aria-hidden />}
          disabled={index === count - 1}
          onSelect={() => onMove(index, index + 1)}
        >
          {t("down")}
        </DropdownMenuItem>
        <DropdownMenuSeparator />
        <DropdownMenuItem danger icon={<Trash2 aria-hidden />} onSelect={onDelete}>
          {t("delete")}
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
