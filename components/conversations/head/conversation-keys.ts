"use client";

import { useTranslations } from "next-intl";
import { type Command, useCommands } from "#components/frame/command-registry.tsx";
import { useShortcuts } from "#components/keys/shortcuts.tsx";
import { priorities } from "#server/conversations/choices.ts";
import type { InboxRow } from "../data/use-conversation-list.ts";
import type { Viewer } from "../data/use-viewer.ts";
import type { ConversationActions } from "./conversation-actions.ts";
import type { OpenMenu } from "./conversation-header.tsx";

type Keys = {
  row: InboxRow;
  viewer: Viewer;
  actions: ConversationActions;
  onWrite: (mode: "reply" | "note") => void;
  onMenu: (menu: OpenMenu) => void;
  onMarkUnread: () => void;
  onPrint: () => void;
  onDetails: (() => void) | undefined;
  onLeave: () => void;
  /** A bot answers here: there is something to switch. */
  served: boolean;
};

/** Single keys and palette commands for the conversation that is open. */
export function useConversationKeys(keys: Keys): void {
  const { row, viewer, actions, onWrite, onMenu, onDetails, onLeave } = keys;
  const t = useTranslations("inbox");
  const talks = viewer.can("chat_talk");
  const closeOrReopen = () => (row.closed ? actions.reopen() : onMenu("close"));
  const switchBot = () => row.closed || actions.switchBot(row.chatbotState === "OFF");
  const take = () => actions.assign(viewer.id);
  useShortcuts(t("shortcuts.title"), [
    ...(talks
      ? [
          { keys: "r", label: t("shortcuts.reply"), run: () => onWrite("reply") },
          { keys: "n", label: t("shortcuts.note"), run: () => onWrite("note") },
          { keys: "a", label: t("shortcuts.assign"), run: () => onMenu("assignee") },
          { keys: "i", label: t("shortcuts.take"), run: take },
          ...(keys.served ? [{ keys: "b", label: t("shortcuts.bot"), run: switchBot }] : []),
          { keys: "e", label: t("shortcuts.close"), run: closeOrReopen },
          ...(row.closed ? [] : [{ keys: "s", label: t("shortcuts.snooze"), run: () => onMenu("snooze") }]),
        ]
      : []),
    ...(viewer.can("clients_write")
      ? [
          { keys: "l", label: t("shortcuts.tags"), run: () => onMenu("tags") },
          { keys: "f", label: t("shortcuts.phase"), run: () => onMenu("phase") },
          { keys: "p", label: t("shortcuts.priority"), run: () => onMenu("priority") },
        ]
      : []),
    ...(actions.last ? [{ keys: "z", label: t("shortcuts.undo"), run: actions.undoLast }] : []),
    ...(onDetails ? [{ keys: "d", label: t("shortcuts.details"), run: onDetails }] : []),
    { keys: "mod+p", label: t("shortcuts.print"), run: keys.onPrint },
    { keys: "escape", label: t("shortcuts.leave"), run: onLeave },
  ]);
  useConversationCommands(keys, talks, take);
}

function useConversationCommands(
  { row, viewer, actions, onWrite, onMenu, onMarkUnread, onPrint, served }: Keys,
  talks: boolean,
  take: () => void,
) {
  const t = useTranslations("inbox.commands");
  const triage = useTranslations("conversations.triage");
  const group = t("group");
  const writes = viewer.can("clients_write");
  const on = row.chatbotState === "ON";
  const make = (id: string, label: string, run: () => void, shortcut?: string): Command => ({
    id: `conversation ${id}`,
    label,
    group,
    run,
    ...(shortcut ? { shortcut } : {}),
  });
  const writing = [
    make("reply", t("reply"), () => onWrite("reply"), "r"),
    make("note", t("note"), () => onWrite("note"), "n"),
    make("assign", t("assign"), () => onMenu("assignee"), "a"),
    make("take", t("take"), take, "i"),
  ];
  const standing = row.closed
    ? [make("reopen", t("reopen"), actions.reopen, "e")]
    : [
        ...(served ? [make("bot", on ? t("botOff") : t("botOn"), () => actions.switchBot(!on), "b")] : []),
        make("snooze", t("snooze"), () => onMenu("snooze"), "s"),
        ...(row.snoozedUntil ? [make("unsnooze", triage("unsnooze"), actions.unsnooze)] : []),
        make("lead", t("closeLead"), () => actions.close(true)),
        make("no-lead", t("closeNoLead"), () => actions.close(false)),
      ];
  const placing = [
    make("tags", t("tags"), () => onMenu("tags"), "l"),
    make("phase", t("phase"), () => onMenu("phase"), "f"),
  ];
  const pressing = priorities
    .filter((priority) => priority !== row.priority)
    .map((priority) => {
      const words = triage("prioritySet", { priority: triage(`priorities.${priority}`) });
      return make(`priority ${priority}`, words, () => actions.setPriority(priority));
    });
  const last = actions.last ? [make("undo", t("undo", { what: actions.last.words }), actions.undoLast, "z")] : [];
  useCommands([
    ...last,
    ...(talks ? [...writing, ...standing] : []),
    ...(writes ? [...placing, ...pressing] : []),
    make("unread", t("unread"), onMarkUnread),
    make("print", t("print"), onPrint, "mod+p"),
  ]);
}
