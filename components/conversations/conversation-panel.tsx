"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useEffect } from "react";
import { failureOf } from "#components/live/api.ts";
import { ThreadSkeleton } from "#components/messages/thread/thread-skeleton.tsx";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { drawnAhead } from "#components/ui/late/drawn-ahead.tsx";
import { useConversation } from "./data/use-conversation.ts";
import type { InboxRow } from "./data/use-conversation-list.ts";
import { LeftWords } from "./left-words.tsx";
import { openLater } from "./open-later.ts";

const OpenConversation = drawnAhead(openLater, (module) => module.OpenConversation, Waiting);

export type Closed = { conversationId: string; words: string; holds: (row: InboxRow) => boolean; undo: () => void };

export type ConversationPanelProps = {
  conversationId: string;
  /** Leaves the conversation: the list, the board, the page before. */
  onLeave: () => void;
  /** Shows the arrow back on a phone. */
  backOnPhone?: boolean;
  /** Called when it was closed here, with a message and how to undo it. */
  onClosed?: (closed: Closed) => void;
  detailsOpen?: boolean;
  onDetails?: () => void;
};

/** One conversation whole: header, thread and composer. For the inbox, the board's side panel and the contact's page. */
export function ConversationPanel(props: ConversationPanelProps) {
  const { conversationId, onLeave } = props;
  const t = useTranslations("conversations.failed");
  const conversation = useConversation(conversationId);
  // Beside the question, not after it; who draws it asks again.
  useEffect(() => void openLater.fetch().catch(() => undefined), []);
  const { code, message } = failureOf(conversation.error);
  // Data read before is still in the cache when the conversation is assigned to someone else.
  const gone = conversation.isError && (code === "not_found" || code === "validation_error");
  if (conversation.data && !gone) return <OpenConversation key={conversationId} {...props} row={conversation.data} />;
  if (conversation.isPending) return <Waiting />;
  return (
    <Pane>
      {gone ? (
        <div className="my-auto min-h-0 overflow-y-auto">
          <EmptyState
            title={t("gone")}
            description={t("goneHint")}
            actions={<Button onClick={onLeave}>{t("backToList")}</Button>}
          />
          <LeftWords conversationId={conversationId} />
        </div>
      ) : (
        <ErrorState
          description={message || undefined}
          onRetry={() => void conversation.refetch()}
          className="my-auto"
        />
      )}
    </Pane>
  );
}

function Waiting() {
  const t = useTranslations("messages.thread");
  return (
    <Pane>
      <ThreadSkeleton label={t("loading")} />
    </Pane>
  );
}

function Pane({ children }: { children: ReactNode }) {
  return <div className="flex min-h-0 min-w-0 flex-1 flex-col">{children}</div>;
}
