import { priorities } from "#server/conversations/choices.ts";
import type { ConversationSort } from "#server/conversations/list/schema.ts";
import type { Conversation, ConversationFilters } from "#server/conversations/schema.ts";
import { readFilters } from "../filters/reading-filters.ts";

/** The tabs, and what a saved view without a tab shows: open and closed conversations. */
export type InboxView = "mine" | "mentions" | "unassigned" | "bot" | "snoozed" | "all" | "closed" | "every";

/** A list as it was asked for: the filters in the form the server reads them, and the tab of the inbox. */
export type Listing = { filters: ConversationFilters; view: InboxView | undefined };

const views: readonly string[] = ["mine", "mentions", "unassigned", "bot", "snoozed", "all", "closed", "every"];

function isView(value: unknown): value is InboxView {
  return typeof value === "string" && views.includes(value);
}

/** undefined: the server would refuse it too. `inbox`: without a view it means all. */
export function readListing(input: Record<string, unknown>, inbox: boolean): Listing | undefined {
  const filters = readFilters(input);
  if (!filters) return undefined;
  const view = isView(input.view) ? input.view : inbox ? "all" : undefined;
  return { filters, view };
}

/** Who has handled it so far: a human, only the bot, or no one. */
function handledBy(row: Conversation): "human" | "bot" | "none" {
  const wrote = (types: readonly string[]) =>
    row.participants.some((one) => types.includes(one.type) && one.firstMessageAt !== null);
  if (wrote(["user", "externalOperator"])) return "human";
  return wrote(["robot"]) ? "bot" : "none";
}

/** The server's rule: where no one has ever answered, a bot that is on holds nothing. */
function botHolds(row: Conversation): boolean {
  return row.chatbotState === "ON" && handledBy(row) !== "none";
}

function inView(view: InboxView | undefined, row: Conversation, userId: string): boolean {
  switch (view) {
    case undefined:
    case "every":
      return true;
    case "mine":
      return !row.closed && row.assignedTo === userId && row.snoozedUntil === null;
    case "unassigned":
      return !row.closed && row.assignedTo === "" && row.snoozedUntil === null && !botHolds(row);
    case "bot":
      return !row.closed && botHolds(row);
    case "snoozed":
      return !row.closed && row.snoozedUntil !== null;
    case "mentions":
    case "all":
      return !row.closed;
    case "closed":
      return row.closed;
  }
}

function isLead(row: Conversation): boolean {
  return row.contactId !== "" && !row.tags.includes("no_lead");
}

function meetsCondition(wanted: NonNullable<ConversationFilters["condition"]>, row: Conversation): boolean {
  const human = wanted.includes("intervened");
  const noHuman = wanted.includes("not_intervened");
  if (human !== noHuman && (handledBy(row) === "human") !== human) return false;
  return !wanted.includes("lead") || isLead(row);
}

function hasStatus(wanted: NonNullable<ConversationFilters["status"]>, row: Conversation): boolean {
  if (wanted === "ACTIVE" || wanted === "CLOSED") return row.status === wanted;
  return row.state === wanted;
}

const oneOf = (wanted: readonly string[] | undefined, value: string) =>
  wanted === undefined || wanted.length === 0 || wanted.includes(value);
const same = (wanted: string | undefined, value: string) => !wanted || wanted === value;

function inTime(filters: ConversationFilters, row: Conversation): boolean {
  const created = Date.parse(row.createdAt);
  if (filters.fromDate && created < filters.fromDate.getTime()) return false;
  if (filters.toDate && created > filters.toDate.getTime()) return false;
  return !filters.updatedSince || Date.parse(row.updatedAt) >= filters.updatedSince.getTime();
}

function byAgent(agent: string | undefined, row: Conversation): boolean {
  if (!agent) return true;
  return agent === "robot" ? handledBy(row) === "bot" : row.persistentLastOperator === agent;
}

/** Whether the row belongs on the list; undefined: only the server can tell (a search in texts, custom fields, who was mentioned, tasks, what the time is). */
export function belongs(listing: Listing, row: Conversation, userId: string): boolean | undefined {
  const { filters, view } = listing;
  const held = row.assignedTo === "" ? "UNASSIGNED" : row.assignedTo;
  const fits =
    (!filters.sla || (filters.sla === "none") === (row.slaDueAt === null)) &&
    inView(view, row, userId) &&
    (filters.open === undefined || filters.open === !row.closed) &&
    (!filters.status || hasStatus(filters.status, row)) &&
    oneOf(filters.channel, row.channel) &&
    (!filters.tags?.length || filters.tags.some((tag) => row.tags.includes(tag))) &&
    byAgent(filters.agent, row) &&
    same(filters.preAssigned, row.preAssigned) &&
    oneOf(filters.assignedTo, held) &&
    oneOf(filters.teamId, row.teamId || "UNASSIGNED") &&
    (!filters.condition || meetsCondition(filters.condition, row)) &&
    oneOf(filters.phase, row.phaseId) &&
    inTime(filters, row) &&
    same(filters.utmSource, row.utmSource) &&
    same(filters.utmMedium, row.utmMedium) &&
    same(filters.chatbotState, row.chatbotState) &&
    (filters.waiting === undefined || filters.waiting === (row.waitingSince !== null)) &&
    oneOf(filters.priority, row.priority) &&
    (filters.snoozed === undefined || filters.snoozed === (row.snoozedUntil !== null)) &&
    !(filters.nextStep === false && row.closed);
  if (!fits) return false;
  if (filters.customFields?.length) return undefined;
  return filters.sla === "breached" || filters.search || filters.nextStep !== undefined || view === "mentions"
    ? undefined
    : true;
}

function keyOf(sort: ConversationSort, row: Conversation): string | number | null {
  if (sort.field === "priority") return priorities.indexOf(row.priority);
  const value = sort.field === "lastMessageAt" ? risenAt(row) : row[sort.field];
  return typeof value === "string" && sort.field !== "visitorName" ? Date.parse(value) : value;
}

/** When it last moved up: by a message, or by coming back. UTC with milliseconds sorts as text. */
function risenAt({ lastMessageAt, returnedAt }: Conversation): string | null {
  return lastMessageAt && returnedAt && lastMessageAt > returnedAt ? lastMessageAt : (returnedAt ?? lastMessageAt);
}

/** The order of the list: by its sort, rows without a value last, then by id. Negative: `one` comes first. */
export function compareRows(sort: ConversationSort, one: Conversation, other: Conversation): number {
  const [a, b] = [keyOf(sort, one), keyOf(sort, other)];
  if (a === null || b === null) {
    if (a !== b) return a === null ? 1 : -1;
  } else if (a !== b) return a < b === sort.descending ? 1 : -1;
  if (one.id === other.id) return 0;
  return one.id < other.id === sort.descending ? 1 : -1;
}
