"use client";

import {
  ArchiveRestore,
  CircleCheck,
  CircleSlash,
  Combine,
  EllipsisVertical,
  Link2,
  Mail,
  MailOpen,
  PanelRight,
  Printer,
  UserRound,
  Zap,
} from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useCopyWithNotice } from "#components/ui/copy-button.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "#components/ui/dropdown-menu.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import type { InboxRow } from "../data/use-conversation-list.ts";
import { AfterClosing } from "./after-closing.tsx";
import type { ConversationActions } from "./conversation-actions.ts";
import { TriageItems } from "./triage-items.tsx";

type MoreMenuProps = {
  row: InboxRow;
  actions: ConversationActions;
  talks: boolean;
  writes: boolean;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onMarkUnread: () => void;
  /** Until a time of one's own. */
  onSnooze: () => void;
  onMacros: () => void;
  onMerge: () => void;
  onTranscript: () => void;
  onPrint: () => void;
  /** Holds closing as well, where it has no button of its own. */
  closes: boolean;
  onDetails?: (() => void) | undefined;
};

export function MoreMenu(props: MoreMenuProps) {
  const { row, actions, talks, writes, open, onOpenChange, onMarkUnread, closes, onDetails } = props;
  const t = useTranslations("conversations");
  const router = useRouter();
  const copy = useCopyWithNotice();
  return (
    <DropdownMenu open={open} onOpenChange={onOpenChange}>
      <DropdownMenuTrigger asChild>
        <IconButton label={t("header.more")} size="sm">
          <EllipsisVertical aria-hidden />
        </IconButton>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {closes && talks ? <ClosingItems row={row} actions={actions} /> : null}
        <TriageItems row={row} actions={actions} talks={talks} writes={writes} onSnooze={props.onSnooze} />
        {talks ? (
          <DropdownMenuItem icon={<Zap aria-hidden />} shortcut="m ↵" onSelect={props.onMacros}>
            {t("macros.choose")}
          </DropdownMenuItem>
        ) : null}
        {onDetails ? (
          <DropdownMenuItem icon={<PanelRight aria-hidden />} onSelect={onDetails}>
            {t("header.showDetails")}
          </DropdownMenuItem>
        ) : null}
        {row.lastVisitorSeq > 0 ? (
          <DropdownMenuItem icon={<MailOpen aria-hidden />} onSelect={onMarkUnread}>
            {t("header.unread")}
          </DropdownMenuItem>
        ) : null}
        {row.contactId && row.contactLink !== "claimed" ? (
          <DropdownMenuItem
            icon={<UserRound aria-hidden />}
            onSelect={() => router.push(`/contacts/${encodeURIComponent(row.contactId)}`)}
          >
            {t("header.openContact")}
          </DropdownMenuItem>
        ) : null}
        {writes && row.contactId && row.contactLink !== "claimed" && !row.mergedInto ? (
          <DropdownMenuItem icon={<Combine aria-hidden />} onSelect={props.onMerge}>
            {t("merge.item")}
          </DropdownMenuItem>
        ) : null}
        {talks ? (
          <DropdownMenuItem icon={<Mail aria-hidden />} onSelect={props.onTranscript}>
            {t("transcript.item")}
          </DropdownMenuItem>
        ) : null}
        <DropdownMenuItem icon={<Printer aria-hidden />} shortcut="mod+p" onSelect={props.onPrint}>
          {t("header.print")}
        </DropdownMenuItem>
        <DropdownMenuItem
          icon={<Link2 aria-hidden />}
          onSelect={() => copy(`${window.location.origin}/inbox/${row.id}`, t("header.copied"))}
        >
          {t("header.copyLink")}
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

function ClosingItems({ row, actions }: Pick<MoreMenuProps, "row" | "actions">) {
  const t = useTranslations("conversations.close");
  if (row.closed) {
    return (
      <DropdownMenuItem icon={<ArchiveRestore aria-hidden />} onSelect={actions.reopen}>
        {t("reopen")}
      </DropdownMenuItem>
    );
  }
  return (
    <>
      <DropdownMenuItem
        icon={<CircleCheck aria-hidden className="text-success!" />}
        onSelect={() => actions.close(true)}
      >
        {t("lead")}
      </DropdownMenuItem>
      <DropdownMenuItem icon={<CircleSlash aria-hidden />} onSelect={() => actions.close(false)}>
        {t("noLead")}
      </DropdownMenuItem>
      <AfterClosing />
      <DropdownMenuSeparator />
    </>
  );
}
