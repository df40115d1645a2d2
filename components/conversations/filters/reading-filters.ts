import { readDate } from "#server/base/dates.ts";
import { channelNames, priorities, sortFields } from "#server/conversations/choices.ts";
import type { ConversationSort } from "#server/conversations/list/schema.ts";
import type { ConversationFilters } from "#server/conversations/schema.ts";
import { conversationStatuses } from "#server/core/words.ts";
import { readCondition } from "#server/fields/choices.ts";

/** Thrown and caught in this file: the server would refuse the value. */
class Refused extends Error {}

function refuse(): never {
  throw new Refused();
}

function text(value: unknown, longest: number): string | undefined {
  if (value === undefined) return undefined;
  return typeof value === "string" && value.length <= longest ? value : refuse();
}

function list(value: unknown): string[] | undefined {
  if (value === undefined) return undefined;
  const items: unknown[] = typeof value === "string" ? value.split(",") : Array.isArray(value) ? value : refuse();
  const found = items.map((item) => (typeof item === "string" ? item.trim() : refuse())).filter(Boolean);
  return found.length <= 200 ? found : refuse();
}

function one<const T extends string>(value: unknown, known: readonly T[]): T | undefined {
  if (value === undefined) return undefined;
  return known.find((name) => name === value) ?? refuse();
}

function listOf<const T extends string>(value: unknown, known: readonly T[]): T[] | undefined {
  return list(value)?.map((item) => known.find((name) => name === item) ?? refuse());
}

function date(value: unknown): Date | undefined {
  if (value === undefined) return undefined;
  return (typeof value === "string" ? readDate(value) : undefined) ?? refuse();
}

function flag(value: unknown): boolean | undefined {
  if (value === undefined) return undefined;
  if (value === true || value === "true" || value === "1") return true;
  return value === false || value === "false" || value === "0" ? false : refuse();
}

function sort(value: unknown): ConversationSort {
  if (typeof value !== "string" && value !== undefined) return refuse();
  const [name, order = "desc", ...rest] = (value ?? "lastMessageAt:desc").split(":");
  const field = sortFields.find((known) => known === name);
  return field && rest.length === 0 && (order === "asc" || order === "desc")
    ? { field, descending: order === "desc" }
    : refuse();
}

/** Conditions on custom fields, as `customList` of server/fields/schema.ts reads them. */
function conditions(value: unknown): string[] | undefined {
  if (value === undefined) return undefined;
  const items =
    typeof value === "string"
      ? value.split(",").map((item) => item.replace(/%2C/giu, ",").trim())
      : Array.isArray(value)
        ? value.map((item: unknown) => (typeof item === "string" ? item : refuse()))
        : refuse();
  const found = items.filter((item) => item !== "");
  return found.length <= 20 && found.every((item) => item.length <= 400 && readCondition(item)) ? found : refuse();
}

function search(value: unknown): string | undefined {
  return text(typeof value === "string" ? value.trim() : value, 200);
}

/**
 * What `filterConversationsInput` makes of the same input; undefined where it refuses. By hand, because the live list
 * is on every page and zod with its schemas would be a tenth of all script; a test compares the two.
 */
export function readFilters(input: Record<string, unknown>): ConversationFilters | undefined {
  try {
    return {
      status: one(input.status, [...conversationStatuses, "ACTIVE", "CLOSED"]),
      channel: listOf(input.channel, channelNames),
      tags: list(input.tags),
      agent: text(input.agent, 64),
      preAssigned: text(input.preAssigned, 64),
      assignedTo: list(input.assignedTo),
      teamId: list(input.teamId),
      condition: listOf(input.condition, ["intervened", "not_intervened", "lead"]),
      phase: list(input.phase),
      search: search(input.search),
      searchIn: one(input.searchIn, ["all", "visitor"]),
      fromDate: date(input.fromDate),
      toDate: date(input.toDate),
      utmSource: text(input.utmSource, 255),
      utmMedium: text(input.utmMedium, 255),
      chatbotState: one(input.chatbotState, ["ON", "OFF"]),
      open: flag(input.open),
      waiting: flag(input.waiting),
      priority: listOf(input.priority, priorities),
      snoozed: flag(input.snoozed),
      nextStep: flag(input.nextStep),
      sla: one(input.sla, ["running", "breached", "none"]),
      customFields: conditions(input.customFields),
      updatedSince: date(input.updatedSince),
      sort: sort(input.sort),
    };
  } catch (error) {
    if (error instanceof Refused) return undefined;
    throw error;
  }
}
