"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import type { InboxRow } from "#components/conversations/data/use-conversation-list.ts";
import { useBoard } from "./board-context.ts";
import type { Slot } from "./cards/held-slots.ts";

const tries = 5;

/** Which card of a column the Tab key reaches, and how the keyboard gets to any of them. */
export function useColumnFocus(
  phaseId: string,
  slots: readonly Slot<InboxRow>[],
  scrollToIndex: (index: number) => void,
) {
  const { column, claimFocus, glider } = useBoard();
  const [focusedId, setFocusedId] = useState<string>();
  const latest = useRef({ slots, scrollToIndex });
  useEffect(() => {
    latest.current = { slots, scrollToIndex };
  });

  const focusAt = useCallback(
    (index: number) => {
      const slot = latest.current.slots[index];
      if (!slot) return;
      setFocusedId(slot.key);
      latest.current.scrollToIndex(index);
      focusSoon(() => glider.nodeOf(slot.key), tries);
    },
    [glider],
  );
  const indexOf = useCallback((id: string) => latest.current.slots.findIndex((slot) => slot.key === id), []);
  useEffect(
    () => column(phaseId, { count: () => latest.current.slots.length, indexOf, focusAt }),
    [column, phaseId, indexOf, focusAt],
  );
  // A card that was carried here by the keyboard takes the focus along.
  useEffect(() => {
    const index = claimFocus(phaseId, (id) => slots.findIndex((slot) => slot.kind === "card" && slot.key === id));
    if (index >= 0) focusAt(index);
  }, [slots, phaseId, claimFocus, focusAt]);

  const present = slots.some((slot) => slot.key === focusedId);
  return { tabStopId: present ? focusedId : slots[0]?.key, onFocus: setFocusedId };
}

/* A card that was out of view is in the page a frame or two later. */
function focusSoon(find: () => HTMLElement | undefined, left: number): void {
  const node = find();
  if (node) node.focus({ preventScroll: true });
  else if (left > 0) requestAnimationFrame(() => focusSoon(find, left - 1));
}
