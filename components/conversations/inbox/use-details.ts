"use client";

import { useContext, useRef } from "react";
import { showAddress, useShownAddress } from "#components/filters/shown-address.ts";
import { parseFlag, useStoredState } from "#components/ui/stored-state.ts";
import { PhoneGuess, useMedia } from "#components/ui/use-media.ts";

/**
 * Beside the thread where there is room, and remembered. Over it where there is not: then they are a step of the back
 * button, and another conversation begins with its messages, as its address does not carry them.
 */
export function useDetails(conversationId: string | undefined): {
  open: boolean;
  /** They were asked for where they lie over the thread. */
  over: boolean;
  toggle: () => void;
} {
  const wide = useMedia("(width >= 68rem)", !useContext(PhoneGuess));
  const [remembered, setRemembered] = useStoredState("parley:inbox-details", true, parseFlag);
  const { pathname, params } = useShownAddress();
  // The conversation whose step was added here: only then the one before it is known to be its messages.
  const added = useRef<string>(undefined);
  const over = conversationId !== undefined && params.get("pane") === "details";
  const show = (how: "push" | "replace") => {
    const next = new URLSearchParams(params);
    if (how === "push") next.set("pane", "details");
    else next.delete("pane");
    showAddress(next.size > 0 ? `${pathname}?${next}` : pathname, how);
  };
  const toggle = () => {
    if (wide) setRemembered(!remembered);
    else if (!over) {
      added.current = conversationId;
      show("push");
    } else if (added.current === conversationId) {
      added.current = undefined;
      window.history.back();
    } else show("replace");
  };
  return { open: wide ? remembered : over, over, toggle };
}
