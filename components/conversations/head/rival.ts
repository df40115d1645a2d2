"use client";

import { useMemo, useState } from "react";
import type { Rival } from "#components/messages/composer/draft-mode.ts";
import type { Message } from "#server/messages/schema.ts";

/** A colleague's latest answer that came since one opened the thread or last wrote in it oneself. */
export function rivalOf(messages: readonly Message[], viewerId: string, openedSeq: number): Rival | undefined {
  const last = messages.findLast((message) => message.fromType === "user" && message.type !== "command");
  if (!last || last.user === viewerId || last.seq <= openedSeq) return undefined;
  return { name: last.userName, at: last.createdAt, seq: last.seq };
}

export function useRival(messages: readonly Message[], viewerId: string, lastSeq: number): Rival | undefined {
  const [openedSeq] = useState(lastSeq);
  return useMemo(() => rivalOf(messages, viewerId, openedSeq), [messages, viewerId, openedSeq]);
}
