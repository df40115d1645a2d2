import type { FilterField } from "#components/conversations/filters/filter-fields.ts";
import {
  type ListFilter,
  noFilter,
  queryOf,
  readFilter,
  writeFilter,
} from "#components/conversations/inbox/inbox-address.ts";

export const kinds = ["messages", "conversations", "contacts"] as const;
export type Kind = (typeof kinds)[number];

/** What the address of the search holds. The words are the filter's `search`. */
export type SearchAddress = { kind: Kind; hasFile: boolean; filter: ListFilter };

const facets: Readonly<Record<Kind, readonly FilterField[]>> = {
  messages: ["channel", "assignedTo", "agent", "teamId", "tags", "date"],
  conversations: ["channel", "assignedTo", "agent", "teamId", "tags", "date"],
  contacts: ["assignedTo", "tags", "date"],
};

/** What a kind of result can be narrowed by. */
export const facetsOf = (kind: Kind) => facets[kind];

type Params = { get: (name: string) => string | null };

/** Only what the search offers: what else a filter may hold would narrow unseen. */
function facetsIn({ channel, assignedTo, agent, teamId, tags, from, to }: ListFilter): ListFilter {
  return { ...noFilter, channel, assignedTo, agent, teamId, tags, from, to };
}

export function readSearch(params: Params): SearchAddress {
  const search = (params.get("q") ?? "").trim().slice(0, 200);
  return {
    kind: kinds.find((kind) => kind === params.get("in")) ?? "messages",
    hasFile: params.get("file") === "true",
    filter: { ...facetsIn(readFilter(params)), search },
  };
}

export function writeSearch({ kind, hasFile, filter }: SearchAddress): string {
  const query = [
    filter.search ? `q=${encodeURIComponent(filter.search)}` : "",
    kind === "messages" ? "" : `in=${kind}`,
    hasFile ? "file=true" : "",
    writeFilter(facetsIn(filter)),
  ];
  const written = query.filter(Boolean).join("&");
  return written ? `/search?${written}` : "/search";
}

/** Whether what is found of the kind is narrowed by anything but its words. */
export function isFaceted({ kind, hasFile, filter }: SearchAddress): boolean {
  return (kind === "messages" && hasFile) || writeFilter(narrowing({ kind, filter })) !== "";
}

/** The filter with the facets of the kind alone: those it does not have are kept for the others. */
function narrowing({ kind, filter }: Pick<SearchAddress, "kind" | "filter">): ListFilter {
  const { assignedTo, tags, from, to } = filter;
  return kind === "contacts" ? { ...noFilter, assignedTo, tags, from, to } : facetsIn(filter);
}

/** In the words of each operation. */
export function messagesQuery({ filter, hasFile }: SearchAddress) {
  const { sort: _, search, ...facets } = queryOf(filter);
  return { q: search ?? "", ...facets, ...(hasFile ? { hasFile } : {}) };
}

/** What was written is found as messages. */
export const conversationsQuery = ({ filter }: SearchAddress) => ({ ...queryOf(filter), searchIn: "visitor" as const });

export function contactsQuery({ filter }: SearchAddress) {
  const { search, assignedTo, tags, fromDate, toDate } = queryOf(filter);
  return {
    search: search ?? "",
    ...(assignedTo ? { assignedTo } : {}),
    ...(tags ? { conversationTags: tags } : {}),
    ...(fromDate ? { dateFrom: fromDate } : {}),
    ...(toDate ? { dateTo: toDate } : {}),
  };
}
