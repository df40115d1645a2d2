"use client";

import { useMemo, useState } from "react";
import type { Rival } from "#components/messages/composer/draft-mode.ts";
import type { Message } from "#server/messages/schema.ts";
import type { ScheduledMessage } from "#server/scheduled/schema.ts";

type Said = {
  messages: readonly Message[];
  /** What waits: an answer that its writer can still undo is one, too. */
  pending: readonly ScheduledMessage[];
};

/** A colleague's latest answer that came since one opened the thread or last wrote in it oneself. */
export function rivalOf({ messages, pending }: Said, viewerId: string, openedSeq: number): Rival | undefined {
  const held = pending.findLast(({ held, error, from }) => held && error === "" && from !== viewerId);
  // By the place that it is about to have: who sends anyway is not asked again once it has left.
  if (held) return { name: held.userName, at: held.createdAt, seq: (messages.at(-1)?.seq ?? 0) + 1 };
  const last = messages.findLast((message) => message.fromType === "user" && message.type !== "command");
  if (!last || last.user === viewerId || last.seq <= openedSeq) return undefined;
  return { name: last.userName, at: last.createdAt, seq: last.seq };
}

export function useRival({ messages, pending }: Said, viewerId: string, lastSeq: number): Rival | undefined {
  const [openedSeq] = useState(lastSeq);
  return useMemo(() => rivalOf({ messages, pending }, viewerId, openedSeq), [messages, pending, viewerId, openedSeq]);
}
