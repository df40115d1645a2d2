import { useEffect, useRef } from "react";
import { chime } from "#components/ui/chime.ts";
import { keep, recall, soundKey } from "./client/kept.ts";
import type { Thread } from "./client/thread.ts";

/** Off until the visitor turns it on. */
export function isSoundOn(): boolean {
  return recall(soundKey) === "on";
}

export function switchSound(on: boolean): boolean {
  keep(soundKey, on ? "on" : null);
  if (on) chime();
  return on;
}

/** Sounds when the team or the bot writes while the visitor looks elsewhere. */
export function useArrivalSound(thread: Thread, visible: boolean): void {
  const last = thread.messages.findLast((message) => message.from !== "visitor")?.seq ?? 0;
  const known = useRef<{ conversationId: string; seq: number }>(undefined);
  useEffect(() => {
    const before = known.current;
    known.current = { conversationId: thread.conversationId, seq: last };
    const isNew = before?.conversationId === thread.conversationId && last > before.seq;
    if (isNew && isSoundOn() && !(visible && document.hasFocus())) chime();
  }, [thread.conversationId, last, visible]);
}
