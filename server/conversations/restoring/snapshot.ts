import { isDeepStrictEqual } from "node:util";
import type { ConversationRow } from "../row.ts";

/** What can be put back as it was, in parts that are judged and restored each as a whole. */
export const parts = {
  status: ["status", "closedAt", "closedBy", "isLead", "imported", "waitingSince"],
  snooze: ["snoozedUntil", "snoozedBy", "returnedAt"],
  priority: ["priority"],
  tags: ["operatorTags", "tags"],
  team: ["teamId"],
  assignee: ["assignedTo"],
  phase: ["phaseId", "phaseChangedAt"],
  bot: ["chatbotState", "chatbotStateBy", "chatbotStateAt"],
  amount: ["amount"],
} as const satisfies Record<string, readonly (keyof ConversationRow)[]>;

export type Part = keyof typeof parts;
export const partNames = Object.keys(parts) as Part[];

/** Columns of a conversation as JSON: dates are texts. */
export type Snapshot = Record<string, unknown>;

/** The columns of a part as they are kept. */
export function partOf(row: ConversationRow, part: Part): Snapshot {
  const columns = parts[part].map((column) => [column, row[column]] as const);
  return JSON.parse(JSON.stringify(Object.fromEntries(columns))) as Snapshot;
}

const columnsIn = (kept: Snapshot, part: Part) =>
  Object.fromEntries(parts[part].map((column) => [column, kept[column]]));

/** Whether the part was kept, and is still as it was then. */
export function holds(kept: Snapshot, part: Part): boolean {
  return parts[part].every((column) => column in kept);
}

export function isAsLeft(row: ConversationRow, left: Snapshot, part: Part): boolean {
  return isDeepStrictEqual(partOf(row, part), columnsIn(left, part));
}

const dates: ReadonlySet<string> = new Set([
  ...["closedAt", "phaseChangedAt", "chatbotStateAt", "waitingSince", "snoozedUntil", "returnedAt"],
]);

/** The kept columns as they are written. */
export function columnsOf(kept: Snapshot, part: Part): Partial<ConversationRow> {
  const entries = parts[part].map((column): [string, unknown] => {
    const value = kept[column];
    return [column, dates.has(column) && typeof value === "string" ? new Date(value) : value];
  });
  return Object.fromEntries(entries) as Partial<ConversationRow>;
}

/** The parts in which two states differ, of each state; null where none does. */
export function difference(before: ConversationRow, after: ConversationRow): { was: Snapshot; left: Snapshot } | null {
  const changed = partNames.filter((part) => !isDeepStrictEqual(partOf(before, part), partOf(after, part)));
  if (changed.length === 0) return null;
  const of = (row: ConversationRow) => Object.assign({}, ...changed.map((part) => partOf(row, part))) as Snapshot;
  return { was: of(before), left: of(after) };
}
