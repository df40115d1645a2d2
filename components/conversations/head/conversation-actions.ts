"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useEffect, useMemo, useRef } from "react";
import { useTRPCClient } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { nearMoment } from "#components/time/moments.ts";
import type { Priority } from "#server/conversations/choices.ts";
import type { Call } from "../data/changing.ts";
import type { Directory } from "../data/directory.ts";
import type { Change } from "../data/own-changes.ts";
import { type Action, actReversibly, readBack, type TakeBack } from "../data/taking-back.ts";
import type { InboxRow } from "../data/use-conversation-list.ts";
import { heldAs, type LastChange, useLastChange } from "../inbox/last-change.ts";
import { useOptimisticRun } from "./optimistic-run.ts";

export type ConversationActions = {
  assign: (userId: string | null) => void;
  assignTeam: (teamId: string | null) => void;
  move: (phaseId: string) => void;
  addTag: (tag: string) => void;
  removeTag: (tag: string) => void;
  setAmount: (amount: number | null) => void;
  setLostReason: (reason: string) => void;
  switchBot: (on: boolean) => void;
  setPriority: (priority: Priority) => void;
  snooze: (until: Date) => void;
  unsnooze: () => void;
  close: (isLead: boolean) => void;
  reopen: () => void;
  markUnread: () => void;
  /** What was done last, while it can be taken back. */
  last: LastChange | undefined;
  undoLast: () => void;
};

/** Closing answers its way back, for where the conversation is left behind. */
export type OwnActions = Omit<ConversationActions, "close"> & { close: (isLead: boolean) => () => void };

const opened = { closed: false, status: "ACTIVE", state: "opened" } as const;

/**
 * What can be done with a conversation: shown at once where it stands, taken back with words when the server refuses,
 * and offered to be undone where that is possible.
 */
export function useConversationActions(row: InboxRow, directory: Directory): OwnActions {
  const t = useTranslations("conversations");
  const format = useFormatter();
  const client = useTRPCClient();
  const { user } = useLive();
  const run = useOptimisticRun();
  const latest = useRef({ row, directory });
  useEffect(() => {
    latest.current = { row, directory };
  });
  const conversationId = row.id;
  const { last, remember, forget } = useLastChange(row);

  const actions = useMemo(() => {
    const api = client.conversations;
    const change = (how: Change, call: Call, done?: LastChange) => {
      if (done) remember(done);
      void run(conversationId, how, call);
    };

    /** What more than its opposite takes back; answers the way back. */
    const reversibly = (action: Action, how: Change, back: Change, done: Omit<LastChange, "undo">) => {
      const { promise: doing, resolve, reject } = Promise.withResolvers<TakeBack>();
      const act = () => {
        actReversibly(client, conversationId, action).then(resolve, reject);
        return doing.then(() => readBack(client, conversationId));
      };
      const undo = () =>
        change(back, () => doing.then((takeBack) => takeBack()).then(() => readBack(client, conversationId)));
      change(how, act, { ...done, undo });
      return undo;
    };

    const callAssign = (to: string | null) => () => api.assign.mutate({ conversationId, assignedTo: to });
    const assign = (to: string | null) => {
      const { row: now, directory: people } = latest.current;
      const previous = now.assignedTo || null;
      if (previous === to) return;
      const name = to ? (people.user(to) ?? "") : "";
      const given = to === user.id ? t("assignee.taken") : t("assignee.assigned", { name });
      const undo = () => change(() => ({ assignedTo: previous ?? "" }), callAssign(previous));
      const holds = (shown: InboxRow) => shown.assignedTo === (to ?? "");
      const words = to ? given : t("assignee.unassigned");
      change(() => ({ assignedTo: to ?? "" }), callAssign(to), { words, undo, holds });
    };

    const assignTeam = (to: string | null) => {
      const { row: now, directory: known } = latest.current;
      const [before, holder] = [now.teamId, now.assignedTo];
      if (before === (to ?? "")) return;
      const team = to ? known.team(to) : undefined;
      // Who does not belong to it lets go, as the server has it.
      const assignedTo = team && !team.userIds.includes(holder) ? "" : holder;
      // Taken since by a colleague it stays theirs: back goes only what nobody has changed.
      reversibly(
        { name: "assign_team", input: { teamId: to } },
        () => ({ teamId: to ?? "", assignedTo }),
        (now) => ({ teamId: before, assignedTo: now.assignedTo === assignedTo ? holder : now.assignedTo }),
        {
          words: team ? t("assignee.teamAssigned", { name: team.name }) : t("assignee.teamUnassigned"),
          holds: (shown) => shown.teamId === (to ?? ""),
        },
      );
    };

    const move = (phaseId: string) => {
      const { row: now, directory: known } = latest.current;
      const previous = now.phaseId;
      if (previous === phaseId) return;
      reversibly(
        { name: "phase", input: { phaseId } },
        () => ({ phaseId }),
        () => ({ phaseId: previous }),
        { words: t("phase.moved", { name: known.phase(phaseId) ?? "" }), holds: (shown) => shown.phaseId === phaseId },
      );
    };

    const has = (shown: InboxRow, tag: string) => shown.operatorTags.some((use) => use.tagName === tag);
    const putTag = (tag: string, done?: LastChange) =>
      change(
        ({ operatorTags, tags }) => ({
          operatorTags: [...operatorTags.filter((use) => use.tagName !== tag), { tagName: tag, source: "human" }],
          tags: [...tags.filter((one) => one !== tag), tag],
        }),
        () => api.addTag.mutate({ conversationId, tag }),
        done,
      );
    const takeTag = (tag: string, done?: LastChange) =>
      change(
        ({ operatorTags, tags }) => ({
          operatorTags: operatorTags.filter((use) => use.tagName !== tag),
          tags: tags.filter((one) => one !== tag),
        }),
        () => api.removeTag.mutate({ conversationId, tag }),
        done,
      );

    const callOpen = () => api.open.mutate({ conversationId });
    const reopen = () => change(() => opened, callOpen);
    const close = (isLead: boolean) =>
      reversibly(
        { name: "close", input: { isLead } },
        () => ({ closed: true, status: "CLOSED", state: "closed", isLead }),
        () => opened,
        { words: t(isLead ? "close.closedAsLead" : "close.closedNoLead"), holds: heldAs(isLead) },
      );

    const callPriority = (priority: Priority) => () => api.patch.mutate({ conversationId, context: { priority } });
    const setPriority = (priority: Priority) => {
      const previous = latest.current.row.priority;
      if (previous === priority) return;
      change(() => ({ priority }), callPriority(priority), {
        words: t("triage.prioritySet", { priority: t(`triage.priorities.${priority}`) }),
        undo: () => change(() => ({ priority: previous }), callPriority(previous)),
        holds: (shown) => shown.priority === priority,
      });
    };

    const awake = { snoozedUntil: null, snoozedBy: "" };
    const asleep = (until: string) => ({ snoozedUntil: until, snoozedBy: user.id });
    const callUnsnooze = () => api.unsnooze.mutate({ conversationId });
    const callSnooze = (until: string) => () => api.snooze.mutate({ conversationId, until });
    const snooze = (date: Date) => {
      const until = date.toISOString();
      const { snoozedUntil: before } = latest.current.row;
      change(() => asleep(until), callSnooze(until), {
        words: t("triage.snoozedUntil", { time: format.dateTime(date, nearMoment) }),
        undo: () => (before ? change(() => asleep(before), callSnooze(before)) : change(() => awake, callUnsnooze)),
        holds: (shown) => shown.snoozedUntil === until,
      });
    };
    const unsnooze = () => {
      const until = latest.current.row.snoozedUntil;
      if (until === null) return;
      const again = () => change(() => asleep(until), callSnooze(until));
      change(() => awake, callUnsnooze, {
        words: t("triage.ended"),
        undo: again,
        holds: (shown) => shown.snoozedUntil === null,
      });
    };

    return {
      setPriority,
      snooze,
      unsnooze,
      assign,
      assignTeam,
      move,
      addTag: (tag: string) =>
        putTag(tag, { words: t("tags.added", { tag }), undo: () => takeTag(tag), holds: (shown) => has(shown, tag) }),
      removeTag: (tag: string) =>
        takeTag(tag, {
          words: t("tags.removed", { tag }),
          undo: () => putTag(tag),
          holds: (shown) => !has(shown, tag),
        }),
      setAmount: (amount: number | null) =>
        change(
          () => ({ amount }),
          () => api.put.mutate({ conversationId, amount }),
        ),
      setLostReason: (lostReason: string) =>
        change(
          () => ({ lostReason }),
          () => api.put.mutate({ conversationId, lostReason }),
        ),
      switchBot: (on: boolean) => {
        const chatbotState = on ? "ON" : "OFF";
        change(
          () => ({ chatbotState, chatbotStateBy: user.name, chatbotStateAt: new Date().toISOString() }),
          () => api.switchChatbot.mutate({ conversationId, chatbotState }),
        );
      },
      close,
      reopen,
      markUnread: () => {
        const { lastVisitorSeq } = latest.current.row;
        const seq = Math.max(0, lastVisitorSeq - 1);
        const call = async () => {
          await api.markRead.mutate({ conversationId, seq, unread: true });
          return latest.current.row;
        };
        change(() => ({ readSeq: seq }), call);
      },
    } satisfies Omit<OwnActions, "last" | "undoLast">;
  }, [client, run, t, format, user, conversationId, remember]);

  return useMemo(() => {
    const undoLast = () => {
      forget();
      last?.undo();
    };
    return { ...actions, last, undoLast };
  }, [actions, last, forget]);
}
