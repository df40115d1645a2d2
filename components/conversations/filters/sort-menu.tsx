"use client";

import { ArrowDownUp } from "lucide-react";
import { useTranslations } from "next-intl";
import {
  DropdownMenu,
  DropdownMenuCheckboxItem,
  DropdownMenuContent,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "#components/ui/dropdown-menu.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { defaultSort } from "../inbox/inbox-address.ts";

const sorts = [
  "lastMessageAt:desc",
  "lastMessageAt:asc",
  "waitingSince:asc",
  "slaDueAt:asc",
  "priority:desc",
  "createdAt:desc",
  "createdAt:asc",
  "updatedAt:desc",
  "amount:desc",
  "amount:asc",
  "visitorName:asc",
  "visitorName:desc",
] as const;

type SortMenuProps = {
  sort: string;
  onSort: (sort: string) => void;
  /** Under heads by waiting time, where the list can be. */
  grouping?: { on: boolean; set: (on: boolean) => void };
};

/** The order of the list; the button says when it is not the usual one. */
export function SortMenu({ sort, onSort, grouping }: SortMenuProps) {
  const t = useTranslations("conversations.sort");
  const known = sorts.find((one) => one === sort);
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <IconButton
          size="sm"
          label={known ? `${t("label")}: ${t(known)}` : t("label")}
          className={sort === defaultSort ? undefined : "text-accent"}
        >
          <ArrowDownUp aria-hidden />
        </IconButton>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuLabel>{t("label")}</DropdownMenuLabel>
        <DropdownMenuRadioGroup value={sort} onValueChange={onSort}>
          {sorts.map((one) => (
            <DropdownMenuRadioItem key={one} value={one}>
              {t(one)}
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
        {grouping ? (
          <>
            <DropdownMenuSeparator />
            <DropdownMenuCheckboxItem checked={grouping.on} onCheckedChange={(on) => grouping.set(on === true)}>
              {t("group")}
            </DropdownMenuCheckboxItem>
          </>
        ) : null}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
