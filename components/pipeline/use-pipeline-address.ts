"use client";

import { useCallback, useMemo, useRef } from "react";
import type { ListFilter } from "#components/conversations/inbox/inbox-address.ts";
import { usePageAddress } from "#components/filters/page-address.ts";
import { type PipelineAddress, readPipeline, writePipeline } from "./pipeline-address.ts";

export type PipelineNavigation = {
  address: PipelineAddress;
  /** Opens a thread beside the board; undefined closes it. */
  open: (conversationId: string | undefined) => void;
  /** The thread that was opened last, though it may be closed by now. */
  lastOpen: () => string | undefined;
  setFilter: (filter: ListFilter) => void;
};

const form = { read: readPipeline, write: writePipeline };

/** The board's state is its address. */
export function usePipelineAddress(): PipelineNavigation {
  const { state: address, now, change } = usePageAddress(form);
  const last = useRef(address.conversationId);
  const open = useCallback(
    (conversationId: string | undefined) => {
      // From one thread to the next is not a step of the back button: back leads to the board.
      const stays = conversationId === undefined || now().conversationId !== undefined;
      if (conversationId) last.current = conversationId;
      change({ conversationId }, stays ? "replace" : "push");
    },
    [now, change],
  );
  const lastOpen = useCallback(() => last.current, []);
  const setFilter = useCallback((filter: ListFilter) => change({ filter }), [change]);
  return useMemo(() => ({ address, open, lastOpen, setFilter }), [address, open, lastOpen, setFilter]);
}
