"use client";

import { Check, Ellipsis, Inbox, MessageSquarePlus, PanelRight } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { InboxRow } from "#components/conversations/data/use-conversation-list.ts";
import { type Addressee, useStart } from "#components/outreach/start.tsx";
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

/** Whom a conversation is with, as a new one can be started with them; undefined where nothing is known of them. */
function addresseeOf({ contactId, visitorPhone, visitorEmail }: InboxRow, name: string): Addressee | undefined {
  if (contactId) return { contactId, name };
  if (visitorPhone) return { phone: visitorPhone };
  return visitorEmail ? { email: visitorEmail } : undefined;
}

/** What a card can do without being dragged. */
export function CardMenu({ row, name, tabStop }: { row: InboxRow; name: string; tabStop: boolean }) {
  const t = useTranslations("pipeline.menu");
  const tStart = useTranslations("frame.start");
  const { phases, canMove, open, move } = useBoard();
  const start = useStart();
  const to = addresseeOf(row, name);
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
        {start && to ? (
          <DropdownMenuItem icon={<MessageSquarePlus aria-hidden />} onSelect={() => start(to)}>
            {tStart("title")}
          </DropdownMenuItem>
        ) : null}
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
