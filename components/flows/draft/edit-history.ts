import type { Nodes } from "./flow-edits.ts";

/** Edits of a list with the way back. Typing in one field makes one entry, not one per letter. */
export type EditHistory = {
  present: Nodes;
  past: readonly Nodes[];
  future: readonly Nodes[];
  /** What the last edit was about and when, so that the next of the same kind joins it. */
  last: { key: string; at: number } | undefined;
};

const longest = 200;
const together = 1500;

export function startHistory(nodes: Nodes): EditHistory {
  return { present: nodes, past: [], future: [], last: undefined };
}

/** Edits with the same key within a moment count as one; without a key each stands alone. */
export function edit(history: EditHistory, present: Nodes, at: number, key?: string): EditHistory {
  if (present === history.present) return history;
  const { last } = history;
  const joins = key !== undefined && last?.key === key && at - last.at < together && history.past.length > 0;
  const past = joins ? history.past : [...history.past, history.present].slice(-longest);
  return { present, past, future: [], last: key === undefined ? undefined : { key, at } };
}

export function undo(history: EditHistory): EditHistory {
  const present = history.past.at(-1);
  if (!present) return history;
  const future = [history.present, ...history.future];
  return { present, past: history.past.slice(0, -1), future, last: undefined };
}

export function redo(history: EditHistory): EditHistory {
  const [present, ...future] = history.future;
  if (!present) return history;
  return { present, past: [...history.past, history.present], future, last: undefined };
}
