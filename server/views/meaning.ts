import { z } from "zod";
import { invalidField } from "#server/base/errors.ts";
import { type ContactFilters, contactFilters, filterContactsInput } from "#server/contacts/schema.ts";
import { inboxLists } from "#server/conversations/choices.ts";
import {
  type ConversationFilters,
  conversationFilters,
  filterConversationsInput,
} from "#server/conversations/schema.ts";
import { parseInput } from "#server/core/input.ts";
import { carried, type ViewPage } from "./choices.ts";
import { type ReadFilters, readQuery, writeQuery } from "./reading-query.ts";

type ViewTab = (typeof inboxLists)[number];
type Given = Readonly<Record<string, string | number | boolean | readonly string[]>>;

const day = z.iso.date({ error: "A day: YYYY-MM-DD." });
const days = { from: day.optional(), to: day.optional() };
const conversationWords = filterConversationsInput.extend({ ...days, view: z.enum(inboxLists).optional() });
const contactWords = filterContactsInput.extend({
  dateFrom: day.optional(),
  dateTo: day.optional(),
  lastUpdateDateFrom: day.optional(),
  lastUpdateDateTo: day.optional(),
});

const wordsOf = (page: ViewPage) => (page === "contacts" ? contactWords : conversationWords);
const known = (page: ViewPage): readonly string[] =>
  page === "contacts" ? Object.keys(contactFilters) : Object.keys(conversationFilters);

/**
 * A filter of the list that the page cannot show would be ignored on the screen: it is refused instead. So is a name
 * that none has, without which the view would hold more than was meant; an address may carry what is no filter.
 */
function requireCarried(page: ViewPage, given: Given, from: "filters" | "address"): void {
  const { lists, texts } = carried[page];
  const all = [...lists, ...texts];
  const counts = (name: string) => from === "filters" || known(page).includes(name);
  const wrong = Object.keys(given).find((name) => counts(name) && !all.includes(name));
  if (wrong) throw invalidField(`filters.${wrong}`, `A view of this page holds: ${all.join(", ")}.`, "not_in_view");
}

const longest = 4000;

function textOf(value: Given[string]): string | string[] {
  return typeof value === "object" ? [...value] : String(value);
}

/** The query that stands for what was given; refuses what its list would refuse. */
export function checkedQuery(page: ViewPage, query = "", filters: Given | undefined): string {
  if (filters) requireCarried(page, filters, "filters");
  else requireCarried(page, Object.fromEntries(new URLSearchParams(query)), "address");
  const texts = Object.entries(filters ?? {}).map(([name, value]) => [name, textOf(value)] as const);
  const read = readQuery(page, filters ? writeQuery(Object.fromEntries(texts)) : query);
  parseInput(z.object({ filters: wordsOf(page) }), { filters: read });
  const written = filters ? writeQuery(read) : query;
  if (written.length > longest) throw invalidField("filters", `At most ${longest} characters.`, "too_big");
  return written;
}

/** What is no longer valid is left out, as the page does with its address. */
function lenient<S extends z.ZodType>(schema: S, read: ReadFilters): z.output<S> | undefined {
  const first = schema.safeParse(read);
  if (first.success) return first.data;
  const wrong = new Set(first.error.issues.map(({ path }) => path[0]));
  const rest = schema.safeParse(Object.fromEntries(Object.entries(read).filter(([name]) => !wrong.has(name))));
  return rest.success ? rest.data : undefined;
}

const beginning = (text: string) => new Date(`${text}T00:00:00.000Z`);
const end = (text: string) => new Date(`${text}T23:59:59.999Z`);

type View = { page: ViewPage; query: string };
type ConversationView = { tab: ViewTab | undefined; filters: Omit<ConversationFilters, "sort"> };

/** What a view of the inbox or the pipeline holds, in the words of the list. The board shows what is open, or closed. */
export function conversationsOf({ page, query }: View): ConversationView {
  const words = lenient(conversationWords, readQuery(page, query));
  if (!words) return { tab: undefined, filters: {} };
  const { sort: _sort, from, to, view, ...filters } = words;
  const board = filters.status === "closed" ? "closed" : "all";
  return {
    tab: page === "pipeline" ? board : view,
    filters: { ...filters, ...(from ? { fromDate: beginning(from) } : {}), ...(to ? { toDate: end(to) } : {}) },
  };
}

/** What a view of contacts holds, in the words of the list. */
export function contactsOf({ page, query }: View): ContactFilters {
  const words = lenient(contactWords, readQuery(page, query));
  if (!words) return {};
  const { dateFrom, dateTo, lastUpdateDateFrom, lastUpdateDateTo, ...filters } = words;
  return {
    ...filters,
    ...(dateFrom ? { dateFrom: beginning(dateFrom) } : {}),
    ...(dateTo ? { dateTo: end(dateTo) } : {}),
    ...(lastUpdateDateFrom ? { lastUpdateDateFrom: beginning(lastUpdateDateFrom) } : {}),
    ...(lastUpdateDateTo ? { lastUpdateDateTo: end(lastUpdateDateTo) } : {}),
  };
}
