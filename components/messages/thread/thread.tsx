"use client";

import { useTimeZone, useTranslations } from "next-intl";
import { memo, type Ref, useCallback, useMemo, useRef, useState } from "react";
import { failureOf } from "#components/live/api.ts";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { useDrawnByServer } from "#components/ui/late/drawn-by-server.ts";
import type { Message } from "#server/messages/schema.ts";
import type { ScheduledMessage } from "#server/scheduled/schema.ts";
import { PicturesOf } from "../bubble/attachment-view.tsx";
import { MessageBubble } from "../bubble/message-bubble.tsx";
import { NoteCard, NoteOnTheWay } from "../bubble/note-card.tsx";
import { OutgoingBubble } from "../bubble/outgoing-bubble.tsx";
import type { Sending } from "../composer/use-send-message.ts";
import { type PendingActions, PendingBubble } from "../later/pending-bubble.tsx";
import { DaySeparator, UnreadLine } from "./day-separator.tsx";
import { EventBundle, EventLine } from "./event-line.tsx";
import { type Names, useEventWords } from "./event-words.ts";
import { ThreadPaper } from "./paper/thread-paper.tsx";
import { ThreadAnnouncer } from "./thread-announcer.tsx";
import { resendId, type ThreadItem, threadItems } from "./thread-items.ts";
import { ThreadScroller, type ThreadScrollerHandle } from "./thread-scroller.tsx";
import { ThreadSkeleton } from "./thread-skeleton.tsx";
import { ThreadStill } from "./thread-still.tsx";
import type { ThreadState } from "./use-thread.ts";

export type ThreadActions = {
  /** Absent where nothing may be written. */
  editMessage?: ((messageId: string, body: string) => Promise<unknown>) | undefined;
  editNote?: ((noteId: string, text: string) => Promise<unknown>) | undefined;
  deleteNote?: ((noteId: string) => Promise<unknown>) | undefined;
  quote?: ((message: Message) => void) | undefined;
  /** An empty sign takes the reaction away. */
  react?: ((messageId: string, emoji: string) => Promise<unknown>) | undefined;
  resend?: ((message: Message) => void) | undefined;
  pickTemplate?: (() => void) | undefined;
};

type ThreadProps = {
  thread: ThreadState;
  sending: Sending;
  /** What is to be sent later, or can still be undone, and what can be done with it. */
  pending: readonly ScheduledMessage[];
  /** Own notes that the server has not answered yet. */
  notesOnTheWay: readonly { key: string; text: string }[];
  pendingActions: PendingActions | undefined;
  closed: boolean;
  /** Whose thread it is. */
  name: string;
  viewer: { id: string; admin: boolean };
  /** How far had been read when it was opened. */
  readSeq: number | undefined;
  /** The channel lets sent words be changed. */
  editable: boolean;
  /** What can be done with a single message on the channel. */
  able: { quote: boolean; reaction: boolean };
  /** A platform lies between. */
  windowed: boolean;
  names: Names & { people: readonly string[] };
  actions: ThreadActions;
  onAtEndChange: (atEnd: boolean) => void;
  onSeen: (seq: number) => void;
  /** What it opens at is on its way. */
  opening: boolean;
  /** The seq of a message to open at. */
  target?: number | undefined;
  ref?: Ref<ThreadScrollerHandle>;
};

/** Everything that was said and done in one conversation. */
export const Thread = memo(function Thread(props: ThreadProps) {
  const { thread, sending, pending, notesOnTheWay, name, viewer, readSeq, onAtEndChange, ref } = props;
  const t = useTranslations("messages.thread");
  const timeZone = useTimeZone() ?? "UTC";
  const { messages, notes, hasOlder } = thread;
  const { outgoing } = sending;
  const items = useMemo(() => {
    const parts = { messages, notes, outgoing, pending, notesOnTheWay, hasOlder, readSeq };
    return threadItems({ ...parts, viewerId: viewer.id, timeZone });
  }, [messages, notes, outgoing, pending, notesOnTheWay, hasOlder, readSeq, viewer.id, timeZone]);
  const renderItem = useItemRenderer(props);
  const failed = Boolean(thread.error);
  const { loadOlder } = thread;
  const load = useCallback((downTo?: number) => loadOlder(downTo), [loadOlder]);
  const still = useRef<HTMLElement>(null);
  const isStill = useDrawnByServer();

  if (thread.loading || props.opening) return <ThreadSkeleton label={t("loading")} />;
  if (failed && items.length === 0) {
    const { message } = failureOf(thread.error);
    return (
      <div className="min-h-0 flex-1 overflow-y-auto">
        <ErrorState title={t("failed")} description={message || undefined} onRetry={thread.retry} />
      </div>
    );
  }
  if (items.length === 0) {
    return (
      <div className="grid min-h-0 flex-1 content-center overflow-y-auto">
        <EmptyState title={t("empty.title")} description={t("empty.description")} />
      </div>
    );
  }
  const label = t("label", { name });
  const top = <ThreadTop hasOlder={hasOlder} failed={failed} onRetry={() => loadOlder()} />;
  if (isStill) {
    if (props.target !== undefined) return <ThreadSkeleton label={t("loading")} />;
    return (
      <PicturesOf value={messages[0]?.conversationId}>
        <ThreadStill ref={still} label={label} items={items} renderItem={renderItem} top={top} />
      </PicturesOf>
    );
  }
  return (
    <PicturesOf value={messages[0]?.conversationId}>
      <ThreadScroller
        ref={ref}
        label={label}
        items={items}
        renderItem={renderItem}
        onLoadOlder={hasOlder && !thread.loadingOlder && !failed ? load : undefined}
        loadingLabel={thread.loadingOlder ? t("loadingOlder") : undefined}
        top={top}
        onAtEndChange={onAtEndChange}
        onSeen={props.onSeen}
        target={props.target}
        still={still}
      />
      <ThreadPaper label={label} items={items} renderItem={renderItem} top={top} />
      <ThreadAnnouncer items={items} viewerId={viewer.id} visitorName={name} />
    </PicturesOf>
  );
});

function ThreadTop({ hasOlder, failed, onRetry }: { hasOlder: boolean; failed: boolean; onRetry: () => void }) {
  const t = useTranslations("messages.thread");
  if (!hasOlder) return <p className="text-text-faint text-xs">{t("start")}</p>;
  if (!failed) return null;
  return (
    <p role="alert" className="flex items-center gap-2 text-text-muted text-xs">
      {t("olderFailed")}
      <Button variant="link" size="sm" className="text-xs" onClick={onRetry}>
        {t("retry")}
      </Button>
    </p>
  );
}

function useItemRenderer(props: ThreadProps): (item: ThreadItem) => React.ReactNode {
  const { name, viewer, editable, names, actions, sending } = props;
  const words = useEventWords(names);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const { messages } = props.thread;
  const { able, windowed } = props;
  const can = useMemo(
    () => ({ quote: able.quote, reaction: able.reaction, known: windowed }),
    [able.quote, able.reaction, windowed],
  );
  const sentAgain = useMemo(
    () => new Set([...messages, ...sending.outgoing].map(({ clientMessageId }) => clientMessageId)),
    [messages, sending.outgoing],
  );
  const byId = useMemo(() => new Map(messages.map((message) => [message.id, message])), [messages]);
  return (item) => {
    switch (item.kind) {
      case "day":
        return <DaySeparator at={item.at} />;
      case "new":
        return <UnreadLine />;
      case "event":
        return <EventLine message={item.message} words={words} />;
      case "events": {
        const open = item.messages.some((message) => opened.has(message.id));
        const ids = item.messages.map((message) => message.id);
        return (
          <EventBundle
            messages={item.messages}
            words={words}
            open={open}
            onToggle={() =>
              setOpened((before) =>
                open ? new Set([...before].filter((id) => !ids.includes(id))) : new Set([...before, ...ids]),
              )
            }
          />
        );
      }
      case "note": {
        const own = viewer.admin || item.note.authorId === viewer.id;
        return (
          <NoteCard
            note={item.note}
            mentions={names.people}
            onEdit={own ? actions.editNote : undefined}
            onDelete={own ? actions.deleteNote : undefined}
          />
        );
      }
      case "noteOnTheWay":
        return <NoteOnTheWay text={item.text} mentions={names.people} />;
      case "pending":
        return (
          <PendingBubble
            waiting={item.pending}
            viewerId={viewer.id}
            actions={props.pendingActions}
            closed={props.closed}
          />
        );
      case "outgoing":
        return (
          <OutgoingBubble
            outgoing={item.outgoing}
            place={item.place}
            onRetry={sending.retry}
            onDiscard={sending.discard}
          />
        );
      case "message":
        return (
          <MessageBubble
            message={item.message}
            place={item.place}
            chosen={item.chosen}
            quoted={byId.get(item.message.extra?.quoted?.messageId ?? "")}
            visitorName={name}
            viewerId={viewer.id}
            editable={editable}
            able={can}
            onEdit={actions.editMessage}
            onQuote={actions.quote}
            onReact={actions.react}
            onResend={sentAgain.has(resendId(item.message.id)) ? undefined : actions.resend}
            onTemplate={actions.pickTemplate}
          />
        );
    }
  };
}
