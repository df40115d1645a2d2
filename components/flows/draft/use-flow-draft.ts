"use client";

import { useCallback, useLayoutEffect, useMemo, useState } from "react";
import {
  type DraftState,
  heardDraft,
  insistedDraft,
  isDirty,
  openDraft,
  type Published,
  type ServerDraft,
  takenDraft,
} from "./draft-state.ts";
import { type EditHistory, edit, redo, undo } from "./edit-history.ts";
import type { Nodes } from "./flow-edits.ts";
import { readDraft } from "./stored-draft.ts";
import { type Keeping, useDraftKeeping } from "./use-draft-keeping.ts";

export type { Published } from "./draft-state.ts";

export type FlowDraft = {
  nodes: Nodes;
  /** The version that the draft began from. */
  base: Published;
  dirty: boolean;
  /** On its way to the server, there, or waiting in this browser for a better connection. */
  keeping: Keeping;
  /** Who saved the draft last, and when; undefined where there is none. */
  savedBy: DraftState["savedBy"];
  /** It was there when the editor was opened. */
  found: boolean;
  /** What a colleague saved while this browser had changes of its own. */
  clash: DraftState["clash"];
  canUndo: boolean;
  canRedo: boolean;
  change: (update: (nodes: Nodes) => Nodes, key?: string) => void;
  undo: () => void;
  redo: () => void;
  /** Puts another list in its place, as one edit; with a base when it now stands on another version. */
  replace: (nodes: Nodes, base?: Published) => void;
  /** After publishing: the list is the published one. */
  settle: (published: Published) => void;
  /** Ends a clash: with their draft (one's own is a step back), or with one's own over theirs. */
  choose: (side: "theirs" | "mine") => void;
};

type Given = {
  userId: string;
  chatbotId: string;
  published: Published;
  /** The team's draft as it was read last. */
  server: ServerDraft | null;
  readOnly: boolean;
};

/** The flow being edited: one draft for the team, kept on the server a moment after each change, undone and redone. */
export function useFlowDraft({ userId, chatbotId, published, server, readOnly }: Given): FlowDraft {
  const [held, setHeld] = useState(() => openDraft(published, server, undefined));
  // The server, which draws first, knows nothing of this browser: what it keeps is read before anyone can change a thing.
  const [opened, setOpened] = useState(readOnly);
  useLayoutEffect(() => {
    if (opened) return;
    const left = readDraft(userId, chatbotId);
    if (left) setHeld(openDraft(published, server, left));
    setOpened(true);
  }, [opened, userId, chatbotId, published, server]);
  const still = readOnly || !opened;
  const { keeping, busy } = useDraftKeeping({ userId, chatbotId, readOnly: still, state: held, setState: setHeld });
  const [heard, setHeard] = useState(server);
  // An answer to a save of one's own comes first: its echo is then nothing new.
  if (heard !== server && !busy) {
    setHeard(server);
    setHeld(heardDraft(held, server, published));
  }
  const dirty = useMemo(() => isDirty(held), [held]);
  const step = (turn: (history: EditHistory) => EditHistory) =>
    setHeld((now) => ({ ...now, history: turn(now.history) }));
  const { history, base, savedBy, found, clash } = held;
  return {
    ...{ nodes: history.present, base, dirty, keeping, savedBy, found, clash },
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    undo: useCallback(() => step(undo), []),
    redo: useCallback(() => step(redo), []),
    change: useCallback((update: (nodes: Nodes) => Nodes, key?: string) => {
      setHeld((now) => ({ ...now, history: edit(now.history, update(now.history.present), Date.now(), key) }));
    }, []),
    replace: useCallback((next: Nodes, nextBase?: Published) => {
      setHeld((now) => ({
        ...now,
        history: edit(now.history, next, Date.now()),
        base: nextBase ?? now.base,
        found: false,
      }));
    }, []),
    settle: useCallback((next: Published) => {
      setHeld((now) => ({ ...now, history: { ...now.history, present: next.nodes }, base: next, found: false }));
    }, []),
    choose: (side) =>
      setHeld((now) =>
        side === "mine" ? insistedDraft(now) : now.clash ? takenDraft(now, now.clash.theirs, published) : now,
      ),
  };
}
