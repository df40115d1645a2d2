import type { InboxRow } from "#components/conversations/data/use-conversation-list.ts";

export type DragMeans = "mouse" | "touch" | "keyboard";

/** A card that has been lifted: where it came from and which column it hangs over. */
export type Drag = { row: InboxRow; from: string; over: string; by: DragMeans };

export type DragStore = {
  get: () => Drag | undefined;
  subscribe: (listener: () => void) => () => void;
  lift: (row: InboxRow, by: DragMeans) => void;
  /** The card now hangs over this column; over none it hangs over its own. */
  over: (phaseId: string | undefined) => void;
  /** Puts the card down and says what was held; nothing when it had been cancelled. */
  end: () => Drag | undefined;
  /** Grows with each card that this person moves: columns that hold still for a pointer let go. */
  round: () => number;
  /** A card was moved by other means than lifting it. */
  release: () => void;
};

/** One card at a time, whatever lifted it: mouse, finger or keyboard. */
export function createDragStore(): DragStore {
  const listeners = new Set<() => void>();
  let drag: Drag | undefined;
  let rounds = 0;
  const set = (next: Drag | undefined) => {
    if (next === drag) return;
    drag = next;
    for (const listener of listeners) listener();
  };
  return {
    get: () => drag,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    lift: (row, by) => set({ row, from: row.phaseId, over: row.phaseId, by }),
    over: (phaseId) => {
      if (!drag) return;
      const over = phaseId ?? drag.from;
      if (over !== drag.over) set({ ...drag, over });
    },
    end: () => {
      const ended = drag;
      if (ended) rounds += 1;
      set(undefined);
      return ended;
    },
    round: () => rounds,
    release: () => {
      rounds += 1;
    },
  };
}
