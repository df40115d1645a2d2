import { isDeepStrictEqual } from "node:util";
import type { StoredClocks } from "../clocks/schema.ts";
import type { ConversationRow } from "../row.ts";

/** What can be put back as it was, in parts that are judged and restored each as a whole. */
const parts = {
  status: ["status", "closedAt", "closedBy", "isLead", "imported", "waitingSince"],
  snooze: ["snoozedUntil", "snoozedBy", "returnedAt"],
  priority: ["priority"],
  tags: ["operatorTags"],
  team: ["teamId"],
  assignee: ["assignedTo"],
  phase: ["phaseId", "phaseChangedAt", "lostReason"],
  bot: ["chatbotState", "chatbotStateBy", "chatbotStateAt"],
  amount: ["amount"],
} as const satisfies Record<string, readonly (keyof ConversationRow)[]>;

export type Part = keyof typeof parts;
export const partNames = Object.keys(parts) as Part[];

/** Columns of a conversation as JSON: dates are texts. */
export type Snapshot = Record<string, unknown>;

/** The columns of a part as they are kept. */
function partOf(row: ConversationRow, part: Part): Snapshot {
  const columns = parts[part].map((column) => [column, row[column]] as const);
  return JSON.parse(JSON.stringify(Object.fromEntries(columns))) as Snapshot;
}

/** Columns that came to a part later are not in what was kept before. */
const columnsIn = (kept: Snapshot, part: Part) => parts[part].filter((column) => column in kept);

/** Whether the part was kept. */
export function holds(kept: Snapshot, part: Part): boolean {
  return parts[part][0] in kept;
}

/** Whether it is still as it was left. */
export function isAsLeft(row: ConversationRow, left: Snapshot, part: Part): boolean {
  const now = partOf(row, part);
  return columnsIn(left, part).every((column) => isDeepStrictEqual(now[column], left[column]));
}

const dates: ReadonlySet<string> = new Set([
  ...["closedAt", "phaseChangedAt", "chatbotStateAt", "waitingSince", "snoozedUntil", "returnedAt"],
]);

/** The kept columns as they are written. */
export function columnsOf(kept: Snapshot, part: Part): Partial<ConversationRow> {
  const entries = columnsIn(kept, part).map((column): [string, unknown] => {
    const value = kept[column];
    return [column, dates.has(column) && typeof value === "string" ? new Date(value) : value];
  });
  return Object.fromEntries(entries) as Partial<ConversationRow>;
}

/** System tags that a closing and the bot's switch bring or take along; the others tell what has been for good. */
const tagsBeside: Partial<Record<Part, readonly string[]>> = {
  status: ["post_lead", "no_lead", "is_intervened"],
  bot: ["is_intervened"],
};

const tagsIn = ({ tags }: Snapshot): readonly string[] => (Array.isArray(tags) ? (tags as string[]) : []);

/** The tags as they are once the part is restored: those of before in their order, then what came since. */
export function tagsBack({ tags, status }: ConversationRow, was: Snapshot, left: Snapshot, part: Part): string[] {
  const [before, after] = [tagsIn(was), tagsIn(left)];
  const beside = tagsBeside[part] ?? [];
  const back = beside.filter((tag) => before.includes(tag) && !after.includes(tag));
  const gone = beside.filter((tag) => after.includes(tag) && !before.includes(tag));
  const wanted = [...tags.filter((tag) => !gone.includes(tag)), ...back.filter((tag) => !tags.includes(tag))];
  const open = status === "closed" ? wanted.filter((tag) => tag !== "is_intervened") : wanted;
  return [...before.filter((tag) => open.includes(tag)), ...open.filter((tag) => !before.includes(tag))];
}

/** The people who saw it because a note named them, until it was closed. */
export function mentionsIn({ mentions }: Snapshot): readonly string[] {
  return Array.isArray(mentions) ? (mentions as string[]) : [];
}

/** The clocks that a closing stopped, where the same service level still applies. */
export function clocksIn({ sla, slaPolicyId }: Snapshot, policyId: string | null): StoredClocks | undefined {
  return sla && slaPolicyId === policyId ? (sla as StoredClocks) : undefined;
}

/** The clocks of what was closed; who was answered with it waits for nothing any more. */
function stopped({ sla, slaPolicyId }: ConversationRow, after: ConversationRow, answered: boolean): Snapshot {
  if (!sla || !isClosed(after)) return {};
  const clocks = answered ? sla.clocks.filter(({ kind }) => kind === "resolution") : sla.clocks;
  return { slaPolicyId, sla: { ...sla, clocks } };
}

const isClosed = ({ status }: ConversationRow) => status === "closed";

/** What an undo goes back to: a message that a person has sent meanwhile stays, and so does all that follows from it. */
function goal(before: ConversationRow, after: ConversationRow, answered: boolean): ConversationRow {
  const turned = isClosed(before) !== isClosed(after);
  // Only a closing takes the wait along.
  const waited = turned && !answered ? before : { ...before, waitingSince: after.waitingSince };
  if (!answered) return waited;
  const status = isClosed(before) ? before.status : "opened";
  const { chatbotState, chatbotStateBy, chatbotStateAt } = after;
  if (chatbotState === "ON") return { ...waited, status };
  const tags = [...new Set([...before.tags, "is_intervened", "was_intervened"])];
  return { ...waited, status, tags, chatbotState, chatbotStateBy, chatbotStateAt };
}

/**
 * The parts in which two states differ, of each state; null where none does. `answered`: a person of the team has
 * written between them.
 */
export function difference(
  before: ConversationRow,
  after: ConversationRow,
  answered: boolean,
): { was: Snapshot; left: Snapshot } | null {
  const wanted = goal(before, after, answered);
  const changed = partNames.filter((part) => !isDeepStrictEqual(partOf(wanted, part), partOf(after, part)));
  if (changed.length === 0) return null;
  const of = (row: ConversationRow): Snapshot =>
    Object.assign({ tags: row.tags }, ...changed.map((part) => partOf(row, part)));
  return { was: { ...of(wanted), ...(isClosed(before) ? {} : stopped(before, after, answered)) }, left: of(after) };
}
