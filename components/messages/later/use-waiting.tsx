"use client";

import { type RefObject, useMemo, useState } from "react";
import { later, laterModule } from "#components/ui/late/later.tsx";
import { useSteady } from "#components/ui/late/steady.ts";
import type { Message } from "#server/messages/schema.ts";
import type { ScheduledMessage } from "#server/scheduled/schema.ts";
import { keepReply } from "../composer/draft-store.ts";
import type { ComposerHandle, Reply } from "../composer/use-composer-handle.ts";
import type { PendingActions } from "./pending-bubble.tsx";
import { type LaterChange, useLater, useScheduled } from "./use-scheduled.ts";
import { useUndoSend } from "./use-undo-send.ts";

const LaterDialog = later(
  laterModule(() => import("./later-dialog.tsx")),
  (module) => module.LaterDialog,
);

type Asked = { reply: Reply; onDone?: (() => void) | undefined } | { waiting: ScheduledMessage };

type Waiting = {
  conversationId: string;
  viewerId: string;
  talks: boolean;
  composer: RefObject<ComposerHandle | null>;
  messages: readonly Message[];
  onQuote: (message: Message) => void;
  /** Something of one's own waits from now on. */
  onScheduled: () => void;
  pickTemplate: (() => void) | undefined;
};

/** What has not left a conversation yet: in the thread, in the composer's menu, and in the dialog for its time. */
export function useWaiting(given: Waiting) {
  const { conversationId, viewerId, talks, composer, messages, onQuote, onScheduled, pickTemplate } = given;
  const pending = useScheduled(conversationId);
  const can = useLater(conversationId);
  const [asked, ask] = useState<Asked>();
  const restore = (reply: Reply) => {
    // One may be elsewhere by now.
    if (!composer.current) return keepReply(viewerId, conversationId, reply);
    const quoted = messages.find(({ id }) => id === reply.replyToId);
    if (quoted) onQuote(quoted);
    composer.current.restore(reply);
  };
  const { undo, remember } = useUndoSend({ pending, viewerId, takeBack: can.takeBack, onBack: restore });
  const schedule = async (reply: Reply, change: LaterChange) => {
    const done = await can.schedule(reply, change);
    if (done) onScheduled();
    return done;
  };
  const onLater = useSteady((reply: Reply, at: Date | "ask", onDone?: () => void) => {
    if (at === "ask") return ask({ reply, onDone });
    void schedule(reply, { sendAt: at, cancelIf: [] }).then((done) => {
      if (done) onDone?.();
      else if (!onDone) restore(reply);
    });
  });
  const actions = useMemo<PendingActions>(
    () => ({
      undo,
      edit: (waiting) => ask({ waiting }),
      sendNow: can.sendNow,
      cancel: can.cancel,
      pickTemplate,
    }),
    [undo, can, pickTemplate],
  );
  const close = (done: boolean) => {
    if (asked && "reply" in asked) {
      if (done) asked.onDone?.();
      // Closed without a time: one goes on writing.
      else if (!asked.reply.template) composer.current?.focus();
    }
    ask(undefined);
  };
  const dialog = asked ? (
    <LaterDialog
      open
      onOpenChange={() => close(false)}
      start={"reply" in asked ? {} : startOf(asked.waiting)}
      current={
        "reply" in asked ? undefined : startOf(pending.find(({ id }) => id === asked.waiting.id) ?? asked.waiting).text
      }
      onDone={async (change) => {
        const done = await ("reply" in asked ? schedule(asked.reply, change) : can.change(asked.waiting, change));
        if (done) close(true);
        return false;
      }}
    />
  ) : null;
  return { pending, actions: talks ? actions : undefined, onLater, remember, dialog };
}

function startOf({ sendAt, cancelIf, message }: ScheduledMessage) {
  const text = message ? (message.body ?? message.message?.caption ?? "") : undefined;
  return { sendAt: new Date(sendAt), cancelIf, text, file: !!message?.message };
}
