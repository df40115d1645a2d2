import type { ChannelName } from "#server/conversations/choices.ts";
import { channelNames, priorities, sortFields } from "#server/conversations/choices.ts";
import { type ConversationStatus, conversationStatuses } from "#server/core/words.ts";
import { readCondition } from "#server/fields/choices.ts";
import type { InboxFilters } from "../data/use-conversation-list.ts";
import type { InboxView } from "./membership.ts";

export const inboxViews = [
  "mine",
  "mentions",
  "unassigned",
  "bot",
  "snoozed",
  "all",
  "closed",
] as const satisfies readonly InboxView[];
export const conditions = ["intervened", "not_intervened", "lead"] as const;
export type Condition = (typeof conditions)[number];
/** Whether an open task is about it, in the words of the API. */
export const nextSteps = ["false", "true"] as const;
/** Of the clock of a service level, in the words of the API. */
export const clockStates = ["breached", "running", "none"] as const;
export const defaultSort = "lastMessageAt:desc";

/** What a list is narrowed to, as the address carries it. Dates are calendar days of the reader. */
export type ListFilter = {
  status: ConversationStatus | undefined;
  channel: readonly ChannelName[];
  tags: readonly string[];
  agent: string;
  assignedTo: readonly string[];
  teamId: readonly string[];
  phase: readonly string[];
  condition: readonly Condition[];
  nextStep: (typeof nextSteps)[number] | undefined;
  priority: readonly (typeof priorities)[number][];
  waiting: "" | "true" | "false";
  sla: (typeof clockStates)[number] | "";
  from: string;
  to: string;
  utmSource: string;
  utmMedium: string;
  /** Conditions on custom fields, in the words of the API. */
  customFields: readonly string[];
  search: string;
  sort: string;
  /** Under heads by how long they have waited; only where the order is by that. */
  group: "" | "waiting";
};

export type InboxAddress = { view: InboxView; conversationId: string | undefined; filter: ListFilter };

export const noFilter: ListFilter = {
  status: undefined,
  channel: [],
  tags: [],
  agent: "",
  assignedTo: [],
  teamId: [],
  phase: [],
  condition: [],
  nextStep: undefined,
  priority: [],
  waiting: "",
  sla: "",
  from: "",
  to: "",
  utmSource: "",
  utmMedium: "",
  customFields: [],
  search: "",
  sort: defaultSort,
  group: "",
};

/** Whether the order is by waiting time, so that groups of it lie together. */
export const sortsByWaiting = (sort: string): boolean => sort.startsWith("waitingSince:");

/** The same list under heads, or without; the longest wait comes first unless the order was by waiting already. */
export function grouped(filter: ListFilter, group: ListFilter["group"]): ListFilter {
  if (group === "") return { ...filter, group, sort: filter.group === "" ? filter.sort : defaultSort };
  return { ...filter, group, sort: sortsByWaiting(filter.sort) ? filter.sort : "waitingSince:asc" };
}

/** Another order; one that tears the groups apart ends them. */
export function sorted(filter: ListFilter, sort: string): ListFilter {
  return { ...filter, sort, group: sortsByWaiting(sort) ? filter.group : "" };
}

const waitings = ["true", "false"] as const;
const day = /^\d{4}-\d{2}-\d{2}$/;
const lists = ["channel", "tags", "assignedTo", "teamId", "phase", "condition", "priority", "customFields"] as const;
const texts = ["waiting", "sla", "agent", "from", "to", "utmSource", "utmMedium", "search"] as const;

type Params = { get: (name: string) => string | null };

/** Reads an address; what makes no sense in it is left out. */
export function readFilter(params: Params): ListFilter {
  const list = (name: string) => (params.get(name) ?? "").split(",").map(decode).filter(Boolean);
  const text = (name: string) => (params.get(name) ?? "").trim().slice(0, 200);
  const date = (name: string) => (day.test(text(name)) && !Number.isNaN(Date.parse(text(name))) ? text(name) : "");
  const given = params.get("sort") ?? defaultSort;
  const sort = isSort(given) ? given : defaultSort;
  return {
    status: conversationStatuses.find((status) => status === params.get("status")),
    channel: channelNames.filter((channel) => list("channel").includes(channel)),
    tags: list("tags"),
    agent: text("agent"),
    assignedTo: list("assignedTo"),
    teamId: list("teamId"),
    phase: list("phase"),
    condition: conditions.filter((condition) => list("condition").includes(condition)),
    nextStep: nextSteps.find((step) => step === params.get("nextStep")),
    priority: priorities.filter((priority) => list("priority").includes(priority)),
    waiting: waitings.find((one) => one === params.get("waiting")) ?? "",
    sla: clockStates.find((state) => state === params.get("sla")) ?? "",
    from: date("from"),
    to: date("to"),
    utmSource: text("utmSource"),
    utmMedium: text("utmMedium"),
    customFields: list("customFields").filter((condition) => readCondition(condition) !== undefined),
    search: text("search"),
    sort,
    group: params.get("group") === "waiting" && sortsByWaiting(sort) ? "waiting" : "",
  };
}

export function readAddress(pathname: string, params: Params): InboxAddress {
  const id = /^\/inbox\/([^/]+)/.exec(pathname)?.[1];
  return {
    view: [...inboxViews, "every" as const].find((view) => view === params.get("view")) ?? "mine",
    conversationId: id ? decode(id) : undefined,
    filter: readFilter(params),
  };
}

/** The query of an address without its question mark; nothing for what is as usual. */
export function writeFilter(filter: ListFilter): string {
  const parts = [
    ...(filter.status ? [`status=${filter.status}`] : []),
    ...(filter.nextStep ? [`nextStep=${filter.nextStep}`] : []),
    ...lists.flatMap((name) => (filter[name].length > 0 ? [`${name}=${filter[name].map(inList).join(",")}`] : [])),
    ...texts.flatMap((name) => (filter[name] ? [`${name}=${encodeURIComponent(filter[name])}`] : [])),
    ...(filter.sort === defaultSort ? [] : [`sort=${filter.sort}`]),
    ...(filter.group ? [`group=${filter.group}`] : []),
  ];
  return parts.join("&");
}

export function writeAddress({ view, conversationId, filter }: InboxAddress): string {
  const query = [view === "mine" ? "" : `view=${view}`, writeFilter(filter)].filter(Boolean).join("&");
  const path = conversationId ? `/inbox/${encodeURIComponent(conversationId)}` : "/inbox";
  return query ? `${path}?${query}` : path;
}

/** The filter in the words of the API. A day begins and ends by this browser's clock. */
export function queryOf(filter: ListFilter): Omit<InboxFilters, "view"> {
  const { status, agent, utmSource, utmMedium, search, sort } = filter;
  return {
    sort,
    ...(status ? { status } : {}),
    ...(filter.nextStep ? { nextStep: filter.nextStep === "true" } : {}),
    ...(filter.channel.length > 0 ? { channel: [...filter.channel] } : {}),
    ...(filter.tags.length > 0 ? { tags: [...filter.tags] } : {}),
    ...(agent ? { agent } : {}),
    ...(filter.assignedTo.length > 0 ? { assignedTo: [...filter.assignedTo] } : {}),
    ...(filter.teamId.length > 0 ? { teamId: [...filter.teamId] } : {}),
    ...(filter.phase.length > 0 ? { phase: [...filter.phase] } : {}),
    ...(filter.condition.length > 0 ? { condition: [...filter.condition] } : {}),
    ...(filter.priority.length > 0 ? { priority: [...filter.priority] } : {}),
    ...(filter.waiting ? { waiting: filter.waiting === "true" } : {}),
    ...(filter.sla ? { sla: filter.sla } : {}),
    ...(filter.from ? { fromDate: dayEdge(filter.from, 0) } : {}),
    ...(filter.to ? { toDate: dayEdge(filter.to, 1) } : {}),
    ...(utmSource ? { utmSource } : {}),
    ...(utmMedium ? { utmMedium } : {}),
    ...(filter.customFields.length > 0 ? { customFields: [...filter.customFields] } : {}),
    ...(search ? { search } : {}),
  };
}

/* Midnight at the beginning of the day, or the last millisecond of it. */
function dayEdge(date: string, days: 0 | 1): string {
  const [year = 0, month = 1, dayOfMonth = 1] = date.split("-").map(Number);
  const edge = new Date(year, month - 1, dayOfMonth + days);
  return new Date(edge.getTime() - days).toISOString();
}

/** Whether anything but the order is asked for. */
export function isNarrowed(filter: ListFilter): boolean {
  return writeFilter({ ...filter, sort: defaultSort, group: "" }) !== "";
}

export function isSort(text: string): boolean {
  const [field, order, ...rest] = text.split(":");
  return rest.length === 0 && sortFields.some((name) => name === field) && (order === "asc" || order === "desc");
}

/* A comma within a tag must survive the list it stands in. */
function inList(value: string): string {
  return encodeURIComponent(/[,%]/.test(value) ? encodeURIComponent(value) : value);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
