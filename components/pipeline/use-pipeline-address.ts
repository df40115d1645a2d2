"use client";

import { useSearchParams } from "next/navigation";
import { useCallback, useEffect, useMemo, useRef } from "react";
import type { ListFilter } from "#components/conversations/inbox/inbox-address.ts";
import { type PipelineAddress, readPipeline, writePipeline } from "./pipeline-address.ts";

export type PipelineNavigation = {
  address: PipelineAddress;
  /** Opens a thread beside the board; undefined closes it. */
  open: (conversationId: string | undefined) => void;
  /** The thread that was opened last, known at once: the address itself follows a moment later. */
  lastOpen: () => string | undefined;
  setFilter: (filter: ListFilter) => void;
};

/** Changes the address in the browser alone: the board stays where it is and fetches what it needs. */
export function usePipelineAddress(): PipelineNavigation {
  const params = useSearchParams();
  const address = useMemo(() => readPipeline(params), [params]);
  const current = useRef(address);
  const last = useRef(address.conversationId);
  useEffect(() => {
    current.current = address;
  });
  const go = useCallback((change: Partial<PipelineAddress>, how: "push" | "replace") => {
    const next = { ...current.current, ...change };
    current.current = next;
    if (how === "push") window.history.pushState(null, "", writePipeline(next));
    else window.history.replaceState(null, "", writePipeline(next));
  }, []);
  const open = useCallback(
    (conversationId: string | undefined) => {
      // From one thread to the next is not a step of the back button: back leads to the board.
      const stays = conversationId === undefined || current.current.conversationId !== undefined;
      if (conversationId) last.current = conversationId;
      go({ conversationId }, stays ? "replace" : "push");
    },
    [go],
  );
  const lastOpen = useCallback(() => last.current, []);
  const setFilter = useCallback((filter: ListFilter) => go({ filter }, "replace"), [go]);
  return useMemo(() => ({ address, open, lastOpen, setFilter }), [address, open, lastOpen, setFilter]);
}
