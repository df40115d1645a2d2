"use client";

import { useTranslations } from "next-intl";
import { useEffect, useMemo, useRef } from "react";
import { failureOf, useTRPCClient } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { useToast } from "#components/ui/toast.tsx";
import { patchConversation, type RowPatch, revert, settled } from "./conversation-cache.ts";
import type { Directory } from "./directory.ts";
import type { InboxRow } from "./use-conversation-list.ts";

export type ConversationActions = {
  assign: (userId: string | null) => void;
  move: (phaseId: string) => void;
  addTag: (tag: string) => void;
  removeTag: (tag: string) => void;
  setAmount: (amount: number | null) => void;
  switchBot: (on: boolean) => void;
  close: (isLead: boolean) => void;
  reopen: () => void;
  markUnread: () => void;
};

type Change = (row: InboxRow) => RowPatch;
type Call = () => Promise<Omit<InboxRow, "readSeq">>;
type Done = { words: string; undo?: () => void };

const opened = { closed: false, status: "ACTIVE", state: "opened" } as const;

/**
 * What can be done with a conversation: shown at once, taken back with words when the server refuses, and offered to
 * be undone where that is possible.
 */
export function useConversationActions(row: InboxRow, directory: Directory): ConversationActions {
  const t = useTranslations("conversations");
  const client = useTRPCClient();
  const { user } = useLive();
  const run = useOptimisticRun();
  const latest = useRef({ row, directory });
  useEffect(() => {
    latest.current = { row, directory };
  });
  const conversationId = row.id;

  return useMemo(() => {
    const api = client.conversations;
    const change = (how: Change, call: Call, done?: Done) => void run(conversationId, how, call, done);

    const callAssign = (to: string | null) => () => api.assign.mutate({ conversationId, assignedTo: to });
    const assign = (to: string | null) => {
      const { row: now, directory: people } = latest.current;
      const previous = now.assignedTo || null;
      if (previous === to) return;
      const name = to ? (people.user(to) ?? "") : "";
      const given = to === user.id ? t("assignee.taken") : t("assignee.assigned", { name });
      const undo = () => change(() => ({ assignedTo: previous ?? "" }), callAssign(previous));
      change(() => ({ assignedTo: to ?? "" }), callAssign(to), { words: to ? given : t("assignee.unassigned"), undo });
    };

    const callMove = (phaseId: string) => () => api.move.mutate({ conversationId, phaseId });
    const move = (phaseId: string) => {
      const { row: now, directory: known } = latest.current;
      const previous = now.phaseId;
      if (previous === phaseId) return;
      const undo = () => change(() => ({ phaseId: previous }), callMove(previous));
      change(() => ({ phaseId }), callMove(phaseId), {
        words: t("phase.moved", { name: known.phase(phaseId) ?? "" }),
        undo,
      });
    };

    const putTag = (tag: string, done?: Done) =>
      change(
        ({ operatorTags, tags }) => ({
          operatorTags: [...operatorTags, { tagName: tag, source: "human" }],
          tags: [...tags, tag],
        }),
        () => api.addTag.mutate({ conversationId, tag }),
        done,
      );
    const takeTag = (tag: string, done?: Done) =>
      change(
        ({ operatorTags, tags }) => ({
          operatorTags: operatorTags.filter((use) => use.tagName !== tag),
          tags: tags.filter((one) => one !== tag),
        }),
        () => api.removeTag.mutate({ conversationId, tag }),
        done,
      );

    const callOpen = () => api.open.mutate({ conversationId });
    const close = (isLead: boolean) =>
      change(
        () => ({ closed: true, status: "CLOSED", state: "closed", isLead }),
        () => api.close.mutate({ conversationId, isLead }),
        { words: t(isLead ? "close.closedAsLead" : "close.closedNoLead"), undo: () => change(() => opened, callOpen) },
      );

    return {
      assign,
      move,
      addTag: (tag) => putTag(tag, { words: t("tags.added", { tag }), undo: () => takeTag(tag) }),
      removeTag: (tag) => takeTag(tag, { words: t("tags.removed", { tag }), undo: () => putTag(tag) }),
      setAmount: (amount) =>
        change(
          () => ({ amount }),
          () => api.put.mutate({ conversationId, amount }),
        ),
      switchBot: (on) => {
        const chatbotState = on ? "ON" : "OFF";
        change(
          () => ({ chatbotState, chatbotStateBy: user.name, chatbotStateAt: new Date().toISOString() }),
          () => api.switchChatbot.mutate({ conversationId, chatbotState }),
        );
      },
      close,
      reopen: () => change(() => opened, callOpen, { words: t("close.reopened") }),
      markUnread: () => {
        const { lastVisitorSeq } = latest.current.row;
        const seq = Math.max(0, lastVisitorSeq - 1);
        const call = async () => {
          await api.markRead.mutate({ conversationId, seq, unread: true });
          return latest.current.row;
        };
        change(() => ({ readSeq: seq }), call);
      },
    };
  }, [client, run, t, user, conversationId]);
}

function useOptimisticRun() {
  const t = useTranslations("conversations.failed");
  const toast = useToast();
  const { cache } = useLive();
  return useMemo(
    () => async (conversationId: string, change: Change, call: Call, done?: Done) => {
      const undone: ((row: InboxRow) => InboxRow)[] = [];
      patchConversation(cache, conversationId, (before) => {
        const patch = change(before);
        undone.push((row) => revert(row, patch, before));
        return { ...before, ...patch };
      });
      try {
        const answer = await call();
        patchConversation(cache, conversationId, (row) => settled(row, answer));
        if (done) toast.success(done.words, { id: conversationId, ...(done.undo ? { undo: done.undo } : {}) });
      } catch (error) {
        patchConversation(cache, conversationId, (row) => undone.reduce((known, undo) => undo(known), row));
        toast.error(t("title"), { description: failureOf(error).message || t("change") });
      }
    },
    [cache, toast, t],
  );
}
