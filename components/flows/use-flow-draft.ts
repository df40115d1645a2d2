"use client";

import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { type EditHistory, edit, redo, startHistory, undo } from "./edit-history.ts";
import type { Nodes } from "./flow-edits.ts";
import { readDraft, type StoredDraft, writeDraft } from "./stored-draft.ts";

export type Published = { version: number; nodes: Nodes };

export type FlowDraft = {
  nodes: Nodes;
  /** The version that the draft began from. */
  base: Published;
  dirty: boolean;
  /** Not yet kept in this browser. */
  unsaved: boolean;
  /** When the draft was kept last. */
  savedAt: number | undefined;
  /** It was left here earlier and has been opened again. */
  recovered: boolean;
  canUndo: boolean;
  canRedo: boolean;
  change: (update: (nodes: Nodes) => Nodes, key?: string) => void;
  undo: () => void;
  redo: () => void;
  /** Puts another list in its place, as one edit; with a base when it now stands on another version. */
  replace: (nodes: Nodes, base?: Published) => void;
  /** After publishing: the list is the published one. */
  settle: (published: Published) => void;
};

const pauseMs = 400;
const sameList = (one: Nodes, other: Nodes) => one === other || JSON.stringify(one) === JSON.stringify(other);

type Held = { history: EditHistory; base: Published; recovered: boolean };

function begin(published: Published, kept: StoredDraft | undefined): Held {
  if (!kept || sameList(kept.nodes, published.nodes)) {
    return { history: startHistory(published.nodes), base: published, recovered: false };
  }
  // The list that an older draft began from is not known here; its version is, and that is what publishing compares.
  const base = { version: kept.base, nodes: published.nodes };
  return { history: edit(startHistory(published.nodes), kept.nodes, 0), base, recovered: true };
}

/** The flow being edited: kept in this browser a moment after each change, undone and redone. */
export function useFlowDraft(userId: string, chatbotId: string, published: Published): FlowDraft {
  const [held, setHeld] = useState(() => begin(published, readDraft(userId, chatbotId)));
  const [savedAt, setSavedAt] = useState<number>();
  const { history, base } = held;
  const nodes = history.present;
  const dirty = useMemo(() => !sameList(nodes, base.nodes), [nodes, base.nodes]);
  const unsaved = useKeeping(userId, chatbotId, { base: base.version, nodes, dirty }, setSavedAt);

  const change = useCallback((update: (nodes: Nodes) => Nodes, key?: string) => {
    setHeld((now) => ({ ...now, history: edit(now.history, update(now.history.present), Date.now(), key) }));
  }, []);
  const step = useCallback((turn: (history: EditHistory) => EditHistory) => {
    setHeld((now) => ({ ...now, history: turn(now.history) }));
  }, []);
  const replace = useCallback((next: Nodes, nextBase?: Published) => {
    setHeld((now) => ({
      history: edit(now.history, next, Date.now()),
      base: nextBase ?? now.base,
      recovered: false,
    }));
  }, []);
  const settle = useCallback((next: Published) => {
    setHeld((now) => ({ history: { ...now.history, present: next.nodes }, base: next, recovered: false }));
  }, []);

  return {
    nodes,
    base,
    dirty,
    unsaved,
    savedAt,
    recovered: held.recovered,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    change,
    undo: useCallback(() => step(undo), [step]),
    redo: useCallback(() => step(redo), [step]),
    replace,
    settle,
  };
}

type Kept = { base: number; nodes: Nodes; dirty: boolean };

/** Keeps the draft when typing pauses, and at once when the page goes; tells whether something is not kept yet. */
function useKeeping(userId: string, chatbotId: string, now: Kept, onSaved: (at: number) => void): boolean {
  const latest = useRef(now);
  const [written, setWritten] = useState<Nodes>(now.nodes);
  const unsaved = written !== now.nodes;
  const keep = useCallback(() => {
    const { base, nodes, dirty } = latest.current;
    const at = Date.now();
    const kept = dirty ? { base, savedAt: at, nodes: [...nodes] } : undefined;
    if (!writeDraft(userId, chatbotId, kept)) return;
    setWritten(nodes);
    onSaved(at);
  }, [userId, chatbotId, onSaved]);
  useEffect(() => {
    latest.current = now;
  });
  useEffect(() => {
    if (!unsaved) return;
    const timer = setTimeout(keep, pauseMs);
    return () => clearTimeout(timer);
  }, [unsaved, keep, now.nodes]);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      keep();
      if (latest.current.dirty && readDraft(userId, chatbotId)?.nodes.length !== latest.current.nodes.length) {
        event.preventDefault();
      }
    };
    window.addEventListener("beforeunload", warn);
    return () => {
      window.removeEventListener("beforeunload", warn);
      keep();
    };
  }, [keep, userId, chatbotId]);
  return unsaved;
}
