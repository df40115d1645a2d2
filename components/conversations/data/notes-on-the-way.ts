"use client";

import { useTranslations } from "next-intl";
import { useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import { useWays } from "#components/frame/reaching/use-reaching.tsx";
import { useLive } from "#components/live/live-provider.tsx";
import { mentionedIn } from "#components/messages/bubble/mention-parts.ts";
import { onRefusal } from "#components/messages/later/refusals.ts";
import { useSteady } from "#components/ui/late/steady.ts";
import { useToast } from "#components/ui/toast.tsx";
import type { ConversationNote } from "#server/conversations/noting/schema.ts";
import type { Directory } from "./directory.ts";
import { stillOnTheWay } from "./still-on-the-way.ts";

const nothing: readonly never[] = [];

type Writing = {
  conversationId: string;
  visitorName: string;
  notes: readonly ConversationNote[];
  directory: Directory;
  /** A note was refused: its words are handed back, where the conversation is open or once it is. */
  onRefused: (text: string) => void;
};

/** Shows a note where it was written until the server's own stands there; kept over a reload, and never written twice. */
export function useNotesOnTheWay({ conversationId, visitorName, notes, directory, onRefused }: Writing) {
  const { noteOutbox } = useLive();
  const t = useTranslations("messages");
  const toast = useToast();
  const { go } = useWays();
  const sent = useSyncExternalStore(
    noteOutbox.subscribe,
    () => noteOutbox.of(conversationId),
    () => nothing,
  );
  const handBack = useSteady((text: string) => {
    onRefused(text);
    toast.error(t("composer.noteFailed"));
  });
  useEffect(() => {
    for (const { failed, clientMessageId } of sent) {
      const refused = failed ? noteOutbox.discard(clientMessageId) : undefined;
      if (refused) handBack(refused.input.message);
    }
  }, [sent, noteOutbox, handBack]);
  const open = useRef(false);
  useEffect(() => {
    open.current = true;
    return () => {
      open.current = false;
    };
  }, []);
  const write = useSteady((message: string) => {
    const { users, teams } = directory;
    const mentions = mentionedIn(message, [...users.filter(({ active }) => active), ...teams]);
    const clientMessageId = noteOutbox.add(conversationId, { message, mentions });
    onRefusal(noteOutbox, { conversationId, clientMessageId }, (description) => {
      if (open.current) return;
      const back = { undo: () => go(`/inbox/${conversationId}`), undoLabel: t("failure.goBack") };
      const id = `refused ${clientMessageId}`;
      toast.error(t("composer.noteFailedElsewhere", { visitor: visitorName }), { id, description, ...back });
    });
  });
  const onTheWay = useMemo(() => stillOnTheWay(sent, notes), [sent, notes]);
  return { onTheWay, write };
}
