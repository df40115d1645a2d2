import type { ThreadItem } from "./thread-items.ts";

/** How far a thread goes. Notes have no seq of their own. */
export type Reach = { seq: number; at: string };

type Arrival = Extract<ThreadItem, { kind: "message" | "note" }>;

/** Never behind `before`. */
export function reachOf(items: readonly ThreadItem[], before: Reach = { seq: 0, at: "" }): Reach {
  const reach = { ...before };
  for (const item of items) {
    if (item.kind !== "message" && item.kind !== "note") continue;
    const { createdAt } = item.kind === "note" ? item.note : item.message;
    if (createdAt > reach.at) reach.at = createdAt;
    if (item.kind === "message") reach.seq = Math.max(reach.seq, item.message.seq);
  }
  return reach;
}

/** What people have written since; events do not count. */
export function arrivedSince({ seq, at }: Reach, items: readonly ThreadItem[]): Arrival[] {
  return items.filter((item): item is Arrival =>
    item.kind === "message" ? item.message.seq > seq : item.kind === "note" && item.note.createdAt > at,
  );
}

/** What they are to be called: a note is no message. */
export function wordsFor(arrived: readonly Pick<Arrival, "kind">[]): "newCount" | "newNotes" | "newBoth" {
  if (arrived.every(({ kind }) => kind === "message")) return "newCount";
  return arrived.every(({ kind }) => kind === "note") ? "newNotes" : "newBoth";
}
