"use client";

import { useCallback, useEffect, useRef } from "react";
import { chordOf } from "#components/keys/shortcut-keys.ts";
import { useSteady } from "#components/ui/late/steady.ts";
import type { ScheduledMessage } from "#server/scheduled/schema.ts";
import type { Reply } from "../composer/use-composer-handle.ts";
import { replyOf } from "./reply-parts.ts";

type UndoSend = {
  pending: readonly ScheduledMessage[];
  viewerId: string;
  takeBack: (waiting: ScheduledMessage) => Promise<ScheduledMessage | undefined>;
  onBack: (reply: Reply) => void;
};

const idOf = ({ id, message }: ScheduledMessage) => message?.clientMessageId ?? id;

/** Whether a stroke belongs to words that are being changed: there it undoes typing. */
function inWords(target: EventTarget | null): boolean {
  const box = target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement;
  return box ? target.value !== "" : target instanceof HTMLElement && target.isContentEditable;
}

/** Ctrl+Z, or the bubble: what was sent by one press comes back at once, as long as it has not left. */
export function useUndoSend({ pending, viewerId, takeBack, onBack }: UndoSend) {
  const presses = useRef<readonly string[][]>([]);
  const remember = useCallback((ids: string[]) => {
    presses.current = [...presses.current.slice(-20), ids];
  }, []);
  const undo = async (one: ScheduledMessage) => {
    const press = presses.current.find((ids) => ids.includes(idOf(one))) ?? [idOf(one)];
    const wanted = pending.filter((waiting) => waiting.held && press.includes(idOf(waiting)));
    const taken: ScheduledMessage[] = [];
    for (const waiting of wanted) {
      const back = await takeBack(waiting);
      if (back) taken.push(back);
    }
    if (taken.length > 0) onBack(replyOf(taken));
  };
  const last = pending.findLast(({ held, error, from }) => held && error === "" && from === viewerId);
  const undoLast = useSteady(() => {
    if (last) void undo(last);
    return last !== undefined;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (chordOf(event) !== "mod+z" || event.defaultPrevented || inWords(event.target)) return;
      if (undoLast()) event.preventDefault();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [undoLast]);
  return { undo: useSteady((waiting: ScheduledMessage) => void undo(waiting)), remember };
}
