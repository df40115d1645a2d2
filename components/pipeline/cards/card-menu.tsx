"use client";

import { Check, Ellipsis, Inbox, PanelRight } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { InboxRow } from "#components/conversations/data/use-conversation-list.ts";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "#components/ui/dropdown-menu.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { useBoard } from "../board-context.ts";

/** What a card can do without being dragged. */
export function CardMenu({ row, name, tabStop }: { row: InboxRow; name: string; tabStop: boolean }) {
  const t = useTranslations("pipeline.menu");
  const { phases, canMove, open, move } = useBoard();
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <IconButton
          label={t("label", { name })}
          size="xs"
          tabIndex={tabStop ? 0 : -1}
          className="absolute top-1.5 right-1.5 opacity-0 focus-visible:opacity-100 data-[state=open]:opacity-100 group-focus-within:opacity-100 group-hover:opacity-100 touch:top-0 touch:right-0 touch:opacity-100"
        >
          <Ellipsis aria-hidden />
        </IconButton>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuItem icon={<PanelRight aria-hidden />} onSelect={() => open(row.id)}>
          {t("open")}
        </DropdownMenuItem>
        <DropdownMenuItem asChild>
          <Link href={`/inbox/${row.id}`}>
            <Inbox aria-hidden />
            {t("inInbox")}
          </Link>
        </DropdownMenuItem>
        {canMove ? (
          <>
            <DropdownMenuSeparator />
            <DropdownMenuLabel>{t("moveTo")}</DropdownMenuLabel>
            {phases.map((phase) => (
              <DropdownMenuItem
                key={phase.id}
                disabled={phase.id === row.phaseId}
                icon={phase.id === row.phaseId ? <Check aria-hidden /> : <span className="size-4 shrink-0" />}
                onSelect={() => move(row, phase.id)}
              >
                {phase.name}
              </DropdownMenuItem>
            ))}
          </>
        ) : null}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
