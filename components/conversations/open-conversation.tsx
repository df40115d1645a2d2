"use client";

import { useTranslations } from "next-intl";
import { useCallback, useMemo, useRef, useState } from "react";
import { useShownAddress } from "#components/filters/shown-address.ts";
import { Composer } from "#components/messages/composer/composer.tsx";
import type { ComposerHandle, Reply } from "#components/messages/composer/use-composer-handle.ts";
import { useSendMessage } from "#components/messages/composer/use-send-message.ts";
import { partsOf } from "#components/messages/later/reply-parts.ts";
import { useWaiting } from "#components/messages/later/use-waiting.tsx";
import { usePrint } from "#components/messages/thread/paper/use-print.ts";
import { Thread } from "#components/messages/thread/thread.tsx";
import type { ThreadScrollerHandle } from "#components/messages/thread/thread-scroller.tsx";
import { TypingLine } from "#components/messages/thread/typing-line.tsx";
import { useLeftOff } from "#components/messages/thread/use-left-off.ts";
import { useThread } from "#components/messages/thread/use-thread.ts";
import { useTyping } from "#components/messages/thread/use-typing.ts";
import { useNotificationsSeen } from "#components/notifications/use-seen.ts";
import { useTickingNow } from "#components/time/ticking-now.ts";
import { useDrawnByServer } from "#components/ui/late/drawn-by-server.ts";
import { useSteady } from "#components/ui/late/steady.ts";
import { capabilitiesOf } from "#server/channels/capabilities.ts";
import type { Message } from "#server/messages/schema.ts";
import type { ConversationPanelProps } from "./conversation-panel.tsx";
import { useDirectory } from "./data/directory.ts";
import { useMarkRead } from "./data/mark-read.ts";
import { useNotesOnTheWay } from "./data/notes-on-the-way.ts";
import { useRival } from "./data/rival.ts";
import type { InboxRow } from "./data/use-conversation-list.ts";
import { useViewer } from "./data/use-viewer.ts";
import { useConversationActions } from "./head/conversation-actions.ts";
import { ConversationHeader, type OpenMenu } from "./head/conversation-header.tsx";
import { useConversationKeys } from "./head/conversation-keys.ts";
import { humanAgentUntil, useHumanAgent } from "./head/human-agent.ts";
import { useClosing } from "./head/use-closing.tsx";
import { WindowCountdown } from "./head/window-countdown.tsx";
import { writingPermission } from "./head/writing-permission.ts";
import { MergedInto } from "./merged-into.tsx";
import { useSuggestions } from "./suggested.tsx";
import { useThreadActions } from "./thread-actions.ts";
import { useVisitorName } from "./visitor-name.ts";

type OpenConversationProps = ConversationPanelProps & { row: InboxRow };

/** A loaded conversation. Keyed by its id, so that no state of one reaches the next. */
export function OpenConversation(props: OpenConversationProps) {
  const { row, onLeave, backOnPhone, detailsOpen, onDetails } = props;
  const t = useTranslations("conversations.header");
  const viewer = useViewer();
  const directory = useDirectory();
  const name = useVisitorName()(row);
  const now = useTickingNow().getTime();
  const coming = useDrawnByServer();
  const thread = useThread(row.id);
  const sending = useSendMessage(row.id, name);
  const { typers, typed } = useTyping(row.id);
  const { actions, dialog } = useClosing(row, useConversationActions(row, directory), props.onClosed);
  const talks = viewer.can("chat_talk");
  const said = useThreadActions(row.id, talks, sending.send);
  const suggestions = useSuggestions(directory, viewer, row.channel);
  const newestSeq = thread.messages.at(-1)?.seq ?? 0;
  const target = Number(useShownAddress().params.get("message")) || undefined;
  const begins = target === undefined && !row.imported && row.lastVisitorSeq > row.readSeq;
  const { missing, opening } = useLeftOff(thread, begins ? row.readSeq : undefined);
  const reading = { conversationId: row.id, newestSeq, readSeq: row.readSeq, missing };
  const { unreadFrom, onAtEndChange, onSeen, stop } = useMarkRead(reading);
  useNotificationsSeen(row.id);
  const [menu, setMenu] = useState<OpenMenu>();
  const composer = useRef<ComposerHandle>(null);
  const scroller = useRef<ThreadScrollerHandle>(null);

  const personUntil = humanAgentUntil(row, useHumanAgent(row), now);
  // Only WhatsApp has templates.
  const templates = row.channel === "WHATSAPP";
  const able = capabilitiesOf(row.channel);
  const [quoted, setQuoted] = useState<Message>();
  const unquote = useCallback(() => setQuoted(undefined), []);
  const quote = useCallback((message: Message) => {
    setQuoted(message);
    composer.current?.focus("reply");
  }, []);
  const pickTemplate = useCallback(() => composer.current?.pickTemplate(), []);
  const toEnd = useCallback(() => void requestAnimationFrame(() => scroller.current?.toEnd()), []);
  const waiting = useWaiting({
    conversationId: row.id,
    viewerId: viewer.id,
    talks,
    composer,
    messages: thread.messages,
    onQuote: setQuoted,
    onScheduled: toEnd,
    pickTemplate: templates ? pickTemplate : undefined,
  });
  const { remember } = waiting;
  const rival = useRival({ messages: thread.messages, pending: waiting.pending }, viewer.id, row.lastSeq);
  const markUnread = useSteady(() => {
    // Otherwise the open thread would be read again at once.
    stop();
    actions.markUnread();
    onLeave();
  });
  const print = usePrint(thread);
  useConversationKeys({
    row,
    viewer,
    actions,
    onWrite: (mode) => composer.current?.focus(mode),
    onMenu: setMenu,
    onMarkUnread: markUnread,
    onPrint: print,
    onDetails,
    onLeave,
    served: directory.served(row),
  });
  const reply = useCallback(
    (written: Reply) => {
      remember(partsOf(written).map((part) => sending.send(part)));
      toEnd();
    },
    [sending.send, remember, toEnd],
  );
  const { onTheWay, write } = useNotesOnTheWay({
    conversationId: row.id,
    visitorName: name,
    notes: thread.notes,
    directory,
    onRefused: (text) => composer.current?.returnNote(text),
  });
  const note = useCallback(
    (text: string) => {
      write(text);
      toEnd();
    },
    [write, toEnd],
  );
  const names = useMemo(
    () => ({
      user: directory.user,
      phase: directory.phase,
      people: [...directory.users, ...directory.teams].map(({ name }) => name),
    }),
    [directory],
  );
  const deeds = useMemo(
    () => (talks ? { ...said, quote, ...(templates ? { pickTemplate } : {}) } : said),
    [said, talks, quote, templates, pickTemplate],
  );
  const toThread = useCallback(() => scroller.current?.focus(), []);
  const { windowExpiresAt } = row;
  const windowLeft = useMemo(
    () => <WindowCountdown windowExpiresAt={row.closed ? null : windowExpiresAt} personUntil={personUntil} />,
    [row.closed, windowExpiresAt, personUntil],
  );
  const reader = useMemo(() => ({ id: viewer.id, admin: viewer.can("admin") }), [viewer]);

  return (
    <section aria-label={t("label", { name })} className="flex min-h-0 min-w-0 flex-1 flex-col">
      <ConversationHeader
        row={row}
        name={name}
        viewer={viewer}
        directory={directory}
        actions={actions}
        menu={menu}
        onMenu={setMenu}
        onBack={backOnPhone ? onLeave : undefined}
        onMarkUnread={markUnread}
        onPrint={print}
        detailsOpen={detailsOpen}
        onDetails={onDetails}
        personUntil={personUntil}
      />
      {row.mergedInto ? <MergedInto from={row.id} into={row.mergedInto} /> : null}
      <Thread
        ref={scroller}
        thread={thread}
        sending={sending}
        pending={waiting.pending}
        notesOnTheWay={onTheWay}
        pendingActions={waiting.actions}
        closed={row.closed}
        name={name}
        viewer={reader}
        readSeq={row.imported ? undefined : unreadFrom}
        editable={row.channel === "WEB"}
        names={names}
        actions={deeds}
        able={able}
        windowed={row.channel !== "WEB"}
        onAtEndChange={onAtEndChange}
        onSeen={onSeen}
        opening={opening}
        target={target}
      />
      <TypingLine typists={typers} />
      {/* Nothing is typed into what would forget it as it comes alive. */}
      <div className="contents" inert={coming} data-coming={coming || undefined}>
        <Composer
          ref={composer}
          able={able}
          quoted={quoted}
          onUnquote={unquote}
          conversationId={row.id}
          visitorName={name}
          permission={writingPermission(row, talks, now, personUntil)}
          templates={templates}
          windowLeft={windowLeft}
          botOn={row.chatbotState === "ON" && directory.served(row)}
          canned={suggestions.canned}
          colleagues={suggestions.colleagues}
          rival={rival}
          onReply={reply}
          onLater={waiting.onLater}
          onNote={note}
          onTyping={typed}
          onReopen={actions.reopen}
          onLeave={toThread}
        />
      </div>
      {waiting.dialog}
      {dialog}
    </section>
  );
}
