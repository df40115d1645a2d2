"use client";

import { ArrowLeft, PanelRight } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { memo, useRef, useState } from "react";
import { useMacros } from "#components/macros/use-macros.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { ChannelIcon } from "#components/ui/channel-icon.tsx";
import { cn } from "#components/ui/class-names.ts";
import { IconButton } from "#components/ui/icon-button.tsx";
import { useDrawnByServer } from "#components/ui/late/drawn-by-server.ts";
import { untilLoaded } from "#components/ui/late/insist.ts";
import { useCompact } from "#components/ui/use-compact.ts";
import { ClockBadge } from "../clocks/clock-badge.tsx";
import type { Directory } from "../data/directory.ts";
import type { InboxRow } from "../data/use-conversation-list.ts";
import type { Viewer } from "../data/use-viewer.ts";
import { AmountField } from "../details/amount-field.tsx";
import { ChangeLine } from "../details/change-line.tsx";
import { FactsPopover } from "../details/facts-popover.tsx";
import { LostReason } from "../details/lost-reason.tsx";
import { TagEditor } from "../details/tag-editor.tsx";
import { AssigneeMenu } from "./assignee-menu.tsx";
import { BotSwitch } from "./bot-switch.tsx";
import { CloseMenu } from "./close-menu.tsx";
import type { ConversationActions } from "./conversation-actions.ts";
import { MoreMenu } from "./more-menu.tsx";
import { PhaseMenu } from "./phase-menu.tsx";
import { TriageBadges } from "./triage-badges.tsx";
import { Watchers } from "./watchers.tsx";
import { WindowCountdown } from "./window-countdown.tsx";

const MergeConversation = dynamic(
  () => untilLoaded(() => import("./merge-conversation.tsx")).then((module) => module.MergeConversation),
  { loading: () => null },
);
const SendTranscript = dynamic(
  () => untilLoaded(() => import("./send-transcript.tsx")).then((module) => module.SendTranscript),
  { loading: () => null },
);
const TriageDialog = dynamic(
  () => untilLoaded(() => import("./triage-dialog.tsx")).then((module) => module.TriageDialog),
  { loading: () => null },
);

export type OpenMenu = "assignee" | "close" | "phase" | "priority" | "snooze" | "tags" | undefined;

/* With little room they stand in one popover. */
const facts: readonly OpenMenu[] = ["assignee", "phase", "tags"];

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
  onPrint: () => void;
  detailsOpen?: boolean | undefined;
  onDetails?: (() => void) | undefined;
  /** People may still answer until then. */
  personUntil: number | undefined;
};

/* Below this many pixels one row must do. */
const compactWidth = 512;

/** Who this is, where it stands, and everything that can be done with it; in one row where there is little room. */
export const ConversationHeader = memo(function ConversationHeader(props: ConversationHeaderProps) {
  const { row, name, viewer, actions, menu, onMenu, onBack, onDetails, detailsOpen, personUntil } = props;
  const t = useTranslations("conversations");
  const header = useRef<HTMLElement>(null);
  const compact = useCompact(header, compactWidth);
  // A server knows no widths: what a phone has no room for is not drawn there either.
  const coming = useDrawnByServer();
  const [more, setMore] = useState(false);
  const [merging, setMerging] = useState(false);
  const [mailing, setMailing] = useState(false);
  const talks = viewer.can("chat_talk");
  const macros = useMacros(row.id, talks);
  const toggle = (which: OpenMenu) => (open: boolean) => onMenu(open ? which : undefined);
  const { assignee, phase, tags, amount, lostReason } = useControls(props);
  // Where nobody holds it, the team stands on the button.
  const team = row.assignedTo ? props.directory.team(row.teamId) : undefined;
  return (
    <header ref={header} className="relative shrink-0 border-border border-b">
      <div className="flex min-h-12 items-center gap-2 px-4 py-1.5 phone:gap-1 phone:px-2">
        {onBack ? (
          <IconButton label={t("header.back")} onClick={onBack} className="hidden phone:grid">
            <ArrowLeft aria-hidden />
          </IconButton>
        ) : null}
        <div className="flex min-w-0 flex-1 items-center gap-2">
          <h2 dir="auto" title={name} className="min-w-0 truncate font-semibold text-base">
            {name}
          </h2>
          <ChannelIcon channel={row.channel} />
          <Watchers conversationId={row.id} compact={compact} />
        </div>
        {props.directory.served(row) ? (
          <BotSwitch row={row} disabled={!talks || row.closed} onSwitch={actions.switchBot} compact={compact} />
        ) : null}
        {compact ? (
          <FactsPopover
            open={facts.includes(menu)}
            onClose={() => onMenu(undefined)}
            {...{ assignee, phase, tags, amount, lostReason }}
          />
        ) : (
          <div className={cn("contents", coming && "phone:hidden")}>
            {assignee}
            <CloseMenu
              closed={row.closed}
              disabled={!talks}
              open={menu === "close"}
              onOpenChange={toggle("close")}
              onClose={actions.close}
              onReopen={actions.reopen}
            />
          </div>
        )}
        <MoreMenu
          row={row}
          actions={actions}
          talks={talks}
          writes={viewer.can("clients_write")}
          open={more || (compact && menu === "close")}
          onOpenChange={(open) => {
            setMore(open);
            if (!open && menu === "close") onMenu(undefined);
          }}
          onMarkUnread={props.onMarkUnread}
          onSnooze={() => onMenu("snooze")}
          onMacros={macros.choose}
          onMerge={() => setMerging(true)}
          onTranscript={() => setMailing(true)}
          onPrint={props.onPrint}
          closes={compact}
          onDetails={compact ? onDetails : undefined}
        />
        {menu === "priority" || menu === "snooze" ? (
          <TriageDialog asks={menu} row={row} actions={actions} onClose={() => onMenu(undefined)} />
        ) : null}
        {merging ? <MergeConversation row={row} open onOpenChange={setMerging} /> : null}
        {mailing ? <SendTranscript conversationId={row.id} open onOpenChange={setMailing} /> : null}
        {onDetails && !compact ? (
          <IconButton
            label={detailsOpen ? t("header.hideDetails") : t("header.showDetails")}
            shortcut="d"
            size="sm"
            aria-expanded={detailsOpen}
            onClick={onDetails}
            className={cn("aria-expanded:bg-accent/12 aria-expanded:text-accent", coming && "phone:hidden")}
          >
            <PanelRight aria-hidden />
          </IconButton>
        ) : null}
      </div>
      {compact ? null : (
        <div
          className={cn(
            "flex min-h-9 flex-wrap items-center gap-x-2 gap-y-1 px-4 pb-1.5 phone:px-2",
            coming && "phone:hidden",
          )}
        >
          {team ? <Badge color={team.color}>{team.name}</Badge> : null}
          {phase}
          {tags}
          {amount}
          {lostReason}
          <span className="ml-auto flex items-center gap-2">
            <ClockBadge row={row} />
            <TriageBadges row={row} />
            {row.closed ? <span className="text-text-muted text-xs">{t("close.closed")}</span> : null}
            {/* Who may answer sees it where they write. */}
            {row.closed || talks ? null : (
              <WindowCountdown windowExpiresAt={row.windowExpiresAt} personUntil={personUntil} />
            )}
          </span>
        </div>
      )}
      {macros.dialog}
      <ChangeLine last={actions.last} onUndo={actions.undoLast} />
    </header>
  );
});

/* Where the conversation stands, as controls: in the head, or in its menu. */
function useControls({ row, viewer, directory, actions, menu, onMenu }: ConversationHeaderProps) {
  const t = useTranslations("conversations");
  const writes = viewer.can("clients_write");
  const opening = (which: OpenMenu) => ({
    open: menu === which,
    onOpenChange: (open: boolean) => onMenu(open ? which : undefined),
  });
  const lost = directory.phases.find(({ id }) => id === row.phaseId)?.type === "lost";
  return {
    assignee: (
      <AssigneeMenu
        assignedTo={row.assignedTo}
        teamId={row.teamId}
        viewerId={viewer.id}
        directory={directory}
        disabled={!viewer.can("chat_talk")}
        {...opening("assignee")}
        onAssign={actions.assign}
        onAssignTeam={actions.assignTeam}
      />
    ),
    phase: (
      <PhaseMenu
        phaseId={row.phaseId}
        directory={directory}
        disabled={!writes}
        {...opening("phase")}
        onMove={actions.move}
      />
    ),
    tags: (
      <TagEditor
        label={t("tags.label")}
        {...opening("tags")}
        tags={row.operatorTags.map((use) => use.tagName)}
        known={directory.tags}
        disabled={!writes}
        onAdd={actions.addTag}
        onRemove={actions.removeTag}
      />
    ),
    amount: <AmountField amount={row.amount} disabled={!writes} onChange={actions.setAmount} />,
    lostReason: lost ? (
      <LostReason reason={row.lostReason} disabled={!writes} onChange={actions.setLostReason} />
    ) : null,
  };
}
