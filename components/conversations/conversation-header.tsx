"use client";

import { ArrowLeft, EllipsisVertical, Link2, MailOpen, PanelRight, UserRound } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { Avatar } from "#components/ui/avatar.tsx";
import { ChannelIcon } from "#components/ui/channel-icon.tsx";
import { useCopy } from "#components/ui/copy-button.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "#components/ui/dropdown-menu.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { useToast } from "#components/ui/toast.tsx";
import { AmountField } from "./amount-field.tsx";
import { AssigneeMenu } from "./assignee-menu.tsx";
import { BotSwitch } from "./bot-switch.tsx";
import { ChangeLine } from "./change-line.tsx";
import { CloseMenu } from "./close-menu.tsx";
import type { ConversationActions } from "./conversation-actions.ts";
import type { Directory } from "./directory.ts";
import { PhaseMenu } from "./phase-menu.tsx";
import { TagEditor } from "./tag-editor.tsx";
import type { InboxRow } from "./use-conversation-list.ts";
import type { Viewer } from "./use-viewer.ts";
import { useViewers } from "./use-viewers.ts";
import { WindowCountdown } from "./window-countdown.tsx";

export type OpenMenu = "assignee" | "close" | undefined;

type ConversationHeaderProps = {
  row: InboxRow;
  name: string;
  viewer: Viewer;
  directory: Directory;
  actions: ConversationActions;
  menu: OpenMenu;
  onMenu: (menu: OpenMenu) => void;
  /** Shown on a phone, where the list is another page. */
  onBack?: (() => void) | undefined;
  onMarkUnread: () => void;
  detailsOpen?: boolean | undefined;
  onDetails?: (() => void) | undefined;
  /** People may still answer until then. */
  personUntil: number | undefined;
};

/** Who this is, where it stands, and everything that can be done with it. */
export function ConversationHeader(props: ConversationHeaderProps) {
  const { row, name, viewer, directory, actions, menu, onMenu, onBack, onDetails, detailsOpen, personUntil } = props;
  const t = useTranslations("conversations");
  const talks = viewer.can("chat_talk");
  const writes = viewer.can("clients_write");
  const toggle = (which: OpenMenu) => (open: boolean) => onMenu(open ? which : undefined);
  return (
    <header className="relative shrink-0 border-border border-b">
      <div className="flex min-h-12 items-center gap-2 px-4 py-1.5 phone:flex-wrap phone:px-2">
        {onBack ? (
          <IconButton label={t("header.back")} onClick={onBack} className="hidden phone:grid">
            <ArrowLeft aria-hidden />
          </IconButton>
        ) : null}
        <div className="flex min-w-0 flex-1 items-center gap-2 phone:basis-2/3">
          <h2 dir="auto" className="min-w-0 truncate font-semibold text-base">
            {name}
          </h2>
          <ChannelIcon channel={row.channel} />
          <Watchers conversationId={row.id} />
        </div>
        <BotSwitch row={row} disabled={!talks || row.closed} onSwitch={actions.switchBot} />
        <AssigneeMenu
          assignedTo={row.assignedTo}
          viewerId={viewer.id}
          directory={directory}
          disabled={!talks}
          open={menu === "assignee"}
          onOpenChange={toggle("assignee")}
          onAssign={actions.assign}
        />
        <span className="phone:hidden">
          <CloseMenu
            closed={row.closed}
            disabled={!talks}
            open={menu === "close"}
            onOpenChange={toggle("close")}
            onClose={actions.close}
            onReopen={actions.reopen}
          />
        </span>
        <MoreMenu row={row} actions={actions} talks={talks} onMarkUnread={props.onMarkUnread} />
        {onDetails ? (
          <IconButton
            label={detailsOpen ? t("header.hideDetails") : t("header.showDetails")}
            shortcut="d"
            size="sm"
            aria-pressed={detailsOpen}
            onClick={onDetails}
          >
            <PanelRight aria-hidden />
          </IconButton>
        ) : null}
      </div>
      <div className="flex min-h-9 flex-wrap items-center gap-x-2 gap-y-1 px-4 pb-1.5 phone:flex-nowrap phone:overflow-x-auto phone:px-2 phone:[&>*]:shrink-0">
        <PhaseMenu phaseId={row.phaseId} directory={directory} disabled={!writes} onMove={actions.move} />
        <TagEditor
          label={t("tags.label")}
          tags={row.operatorTags.map((use) => use.tagName)}
          known={directory.tags}
          disabled={!writes}
          onAdd={actions.addTag}
          onRemove={actions.removeTag}
        />
        <AmountField amount={row.amount} disabled={!writes} onChange={actions.setAmount} />
        <span className="ml-auto flex items-center gap-2">
          {row.closed ? <span className="text-text-muted text-xs">{t("close.closed")}</span> : null}
          {/* The composer says it too, and on a phone there is room for one. */}
          <span className="phone:hidden">
            {row.closed ? null : <WindowCountdown windowExpiresAt={row.windowExpiresAt} personUntil={personUntil} />}
          </span>
        </span>
      </div>
      <ChangeLine last={actions.last} onUndo={actions.undoLast} />
    </header>
  );
}

/* Who else has this conversation open right now. */
function Watchers({ conversationId }: { conversationId: string }) {
  const t = useTranslations("conversations.header");
  const viewers = useViewers(conversationId);
  const [first] = viewers;
  if (!first) return null;
  const words =
    viewers.length > 2
      ? t("viewingMany", { first: first.name, count: viewers.length - 1 })
      : t("viewing", { names: viewers.map((viewer) => viewer.name).join(", ") });
  return (
    <span className="ml-1 flex min-w-0 items-center gap-1.5 text-text-muted text-xs">
      <span className="flex shrink-0 -space-x-1">
        {viewers.slice(0, 3).map((viewer) => (
          <Avatar
            key={viewer.id}
            id={viewer.id}
            name={viewer.name}
            size="sm"
            decorative
            className="ring-2 ring-surface"
          />
        ))}
      </span>
      <span role="status" className="truncate phone:sr-only">
        {words}
      </span>
    </span>
  );
}

type MoreMenuProps = { row: InboxRow; actions: ConversationActions; talks: boolean; onMarkUnread: () => void };

function MoreMenu({ row, actions, talks, onMarkUnread }: MoreMenuProps) {
  const t = useTranslations("conversations");
  const toast = useToast();
  const router = useRouter();
  const [, copy] = useCopy();
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <IconButton label={t("header.more")} size="sm">
          <EllipsisVertical aria-hidden />
        </IconButton>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {talks && !row.closed ? (
          <>
            <DropdownMenuItem className="hidden phone:flex" onSelect={() => actions.close(true)}>
              {t("close.lead")}
            </DropdownMenuItem>
            <DropdownMenuItem className="hidden phone:flex" onSelect={() => actions.close(false)}>
              {t("close.noLead")}
            </DropdownMenuItem>
          </>
        ) : null}
        {talks && row.closed ? (
          <DropdownMenuItem className="hidden phone:flex" onSelect={actions.reopen}>
            {t("close.reopen")}
          </DropdownMenuItem>
        ) : null}
        {row.lastVisitorSeq > 0 ? (
          <DropdownMenuItem icon={<MailOpen aria-hidden />} onSelect={onMarkUnread}>
            {t("header.unread")}
          </DropdownMenuItem>
        ) : null}
        {row.contactId ? (
          <DropdownMenuItem
            icon={<UserRound aria-hidden />}
            onSelect={() => router.push(`/contacts/${encodeURIComponent(row.contactId)}`)}
          >
            {t("header.openContact")}
          </DropdownMenuItem>
        ) : null}
        <DropdownMenuItem
          icon={<Link2 aria-hidden />}
          onSelect={() => {
            void copy(`${window.location.origin}/inbox/${row.id}`);
            toast.success(t("header.copied"));
          }}
        >
          {t("header.copyLink")}
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
