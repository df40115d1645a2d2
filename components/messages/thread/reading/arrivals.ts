import type { ThreadItem } from "../thread-items.ts";

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

const isAfter = ({ seq, at }: Reach, item: ThreadItem): item is Arrival =>
  item.kind === "message" ? item.message.seq > seq : item.kind === "note" && item.note.createdAt > at;

/** What people have written since; events do not count. */
export function arrivedSince(reach: Reach, items: readonly ThreadItem[]): Arrival[] {
  return items.filter((item): item is Arrival => isAfter(reach, item));
}

/** What its reader knows of a thread that opens: all of it, or what stands before the line "New". */
export function knownAtFirst(items: readonly ThreadItem[]): Reach {
  const line = items.findIndex(({ kind }) => kind === "new");
  const first = line < 0 ? undefined : items.slice(line).find((item) => item.kind === "message");
  if (!first) return reachOf(items);
  const { seq, createdAt } = first.message;
  // Earlier pages come later, and are no news.
  return { seq: seq - 1, at: reachOf(items.slice(0, line)).at || createdAt };
}

/** How far the reader has come once the rows from `first` to `last` were in view; what was leapt over is not seen. */
export function seenWith(
  before: Reach,
  items: readonly ThreadItem[],
  { first, last }: { first: number; last: number },
) {
  const unseen = items.findIndex((item) => isAfter(before, item));
  return unseen < first || unseen > last ? before : reachOf(items.slice(unseen, last + 1), before);
}

/** By its key, whether it did not go out. */
export type Fates = ReadonlyMap<string, boolean>;

export function fatesOf(items: readonly ThreadItem[]): Fates {
  return new Map(items.map((item) => [item.key, hasFailed(item)]));
}

/** What was on its way before and has failed since; what had failed already is read on demand. */
export function failedSince(before: Fates, items: readonly ThreadItem[]): { key: string; text: string }[] {
  return items
    .filter((item) => before.get(item.key) === false && hasFailed(item))
    .map((item) => ({ key: item.key, text: textOf(item) }));
}

function hasFailed(item: ThreadItem): boolean {
  if (item.kind === "outgoing") return item.outgoing.failed;
  if (item.kind === "pending") return Boolean(item.pending.error);
  return item.kind === "message" && item.message.status === "failed";
}

function textOf(item: ThreadItem): string {
  if (item.kind === "outgoing") return item.outgoing.message.text;
  if (item.kind === "pending") return item.pending.text;
  return item.kind === "message" ? item.message.text : "";
}

/** What they are to be called: a note is no message. */
export function wordsFor(arrived: readonly Pick<Arrival, "kind">[]): "newCount" | "newNotes" | "newBoth" {
  if (arrived.every(({ kind }) => kind === "message")) return "newCount";
  return arrived.every(({ kind }) => kind === "note") ? "newNotes" : "newBoth";
}
