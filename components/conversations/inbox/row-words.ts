"use client";

import { useCallback } from "react";
import { useRelativeText } from "#components/time/relative-time.tsx";
import { useTickingNow } from "#components/time/ticking-now.ts";
import { useClockWords } from "../clocks/clock-words.ts";
import type { Directory } from "../data/directory.ts";
import type { InboxRow } from "../data/use-conversation-list.ts";
import { useWindowWords } from "../head/use-window-words.ts";
import { minutesLeft, pressingMinutes } from "../head/window-left.ts";
import { useVisitorName } from "../visitor-name.ts";
import type { RowWords } from "./conversation-row.tsx";

const minutesSince = (time: string, now: number) => Math.max(0, Math.floor((now - Date.parse(time)) / 60_000));

/**
 * The words of a row, made once for the whole list: rows then only redraw when a word of theirs changes. `kept` holds
 * the last ones per conversation.
 */
export function useRowWords(directory: Directory): (row: InboxRow) => RowWords {
  const visitorName = useVisitorName();
  const relative = useRelativeText();
  const windowWords = useWindowWords();
  const now = useTickingNow().getTime();
  const clockWords = useClockWords(now);
  return useCallback(
    (row) => {
      const minutes = row.closed ? undefined : minutesLeft(row.windowExpiresAt, now);
      const pressing = minutes !== undefined && minutes > 0 && minutes < pressingMinutes;
      return {
        ...clockWords(row),
        name: visitorName(row),
        time: relative(new Date(row.lastMessageAt ?? row.createdAt)),
        phase: directory.phase(row.phaseId) ?? "",
        assignee: row.assignedTo ? (directory.user(row.assignedTo) ?? "") : "",
        team: row.teamId && !row.assignedTo ? (directory.team(row.teamId)?.name ?? "") : "",
        lastAgent: directory.user(row.persistentLastOperator) ?? row.persistentLastOperator,
        botOn: row.chatbotState === "ON" && directory.served(row),
        windowLeft: pressing ? windowWords(minutes) : "",
        waiting: row.waitingSince ? windowWords(minutesSince(row.waitingSince, now)) : "",
      };
    },
    [visitorName, relative, windowWords, clockWords, now, directory],
  );
}
