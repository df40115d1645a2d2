import { customPrefix, type OrderField, orderFields } from "#server/contacts/choices.ts";
import { type ContactStatus, contactStatuses } from "#server/core/words.ts";
import { readCondition } from "#server/fields/choices.ts";

/** What the table is narrowed to, as the address carries it, by the API's own names. Dates are days of the reader. */
export type ContactFilter = {
  search: string;
  name: string;
  email: string;
  phone: string;
  subStatus: string;
  status: readonly ContactStatus[];
  assignedTo: readonly string[];
  websiteId: readonly string[];
  entryMethod: readonly string[];
  tags: readonly string[];
  conversationTags: readonly string[];
  rating: readonly string[];
  /** Conditions on custom fields, as the API reads them: "seats>=3". */
  customFields: readonly string[];
  dateFrom: string;
  dateTo: string;
  lastUpdateDateFrom: string;
  lastUpdateDateTo: string;
};

export type ContactOrder = OrderField | `${typeof customPrefix}${string}`;

export type ContactAddress = {
  filter: ContactFilter;
  orderBy: ContactOrder;
  order: "asc" | "desc";
  page: number;
  limit: number;
};

const texts = ["search", "name", "email", "phone", "subStatus"] as const;
const dates = ["dateFrom", "dateTo", "lastUpdateDateFrom", "lastUpdateDateTo"] as const;
const lists = ["assignedTo", "websiteId", "entryMethod", "tags", "conversationTags", "customFields"] as const;

export const pageSizes = [25, 50, 100] as const;
const ratings = ["5", "4", "3", "2", "1", "0"] as const;

export const noFilter: ContactFilter = {
  search: "",
  name: "",
  email: "",
  phone: "",
  subStatus: "",
  status: [],
  assignedTo: [],
  websiteId: [],
  entryMethod: [],
  tags: [],
  conversationTags: [],
  rating: [],
  customFields: [],
  dateFrom: "",
  dateTo: "",
  lastUpdateDateFrom: "",
  lastUpdateDateTo: "",
};

export const startAddress: ContactAddress = { filter: noFilter, orderBy: "_id", order: "desc", page: 1, limit: 25 };

const day = /^\d{4}-\d{2}-\d{2}$/;

type Params = { get: (name: string) => string | null };

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function fields<Name extends string, Value>(names: readonly Name[], read: (name: Name) => Value): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, read(name)])) as Record<Name, Value>;
}

function wholeNumber(text: string | null, otherwise: number): number {
  const value = Number(text);
  return text !== null && Number.isSafeInteger(value) && value >= 1 ? value : otherwise;
}

function readOrder(text: string | null): ContactOrder {
  const key = text?.startsWith(customPrefix) ? text.slice(customPrefix.length) : "";
  if (key !== "" && key.length <= 100) return `${customPrefix}${key}`;
  return orderFields.find((field) => field === text) ?? startAddress.orderBy;
}

/** Reads an address; what makes no sense in it is left out. */
export function readAddress(params: Params): ContactAddress {
  const list = (name: string) => (params.get(name) ?? "").split(",").map(decode).filter(Boolean);
  const text = (name: string) => (params.get(name) ?? "").trim().slice(0, 200);
  const date = (name: string) => (day.test(text(name)) && !Number.isNaN(Date.parse(text(name))) ? text(name) : "");
  const limit = wholeNumber(params.get("limit"), startAddress.limit);
  return {
    filter: {
      ...fields(texts, text),
      ...fields(dates, date),
      ...fields(lists, list),
      status: contactStatuses.filter((status) => list("status").includes(status)),
      rating: ratings.filter((rating) => list("rating").includes(rating)),
      customFields: list("customFields").filter((text) => readCondition(text) !== undefined),
    },
    orderBy: readOrder(params.get("orderBy")),
    order: params.get("order") === "asc" ? "asc" : "desc",
    page: wholeNumber(params.get("page"), 1),
    limit: pageSizes.find((size) => size === limit) ?? startAddress.limit,
  };
}

/** An item of a list as it is read here: a comma within a tag must survive the list it stands in. */
export const listed = (value: string): string => (/[,%]/.test(value) ? encodeURIComponent(value) : value);

/** The filter as the query of an address, without its question mark. */
export function writeFilter(filter: ContactFilter): string {
  const single = [...texts, ...dates].filter((name) => filter[name] !== "");
  const several = [...lists, "status" as const, "rating" as const].filter((name) => filter[name].length > 0);
  return [
    ...single.map((name) => `${name}=${encodeURIComponent(filter[name])}`),
    ...several.map((name) => `${name}=${filter[name].map((value) => encodeURIComponent(listed(value))).join(",")}`),
  ].join("&");
}

/** Nothing is written for what is as usual. */
export function writeAddress({ filter, orderBy, order, page, limit }: ContactAddress): string {
  const query = [
    writeFilter(filter),
    orderBy === startAddress.orderBy ? "" : `orderBy=${encodeURIComponent(orderBy)}`,
    order === startAddress.order ? "" : `order=${order}`,
    page === 1 ? "" : `page=${page}`,
    limit === startAddress.limit ? "" : `limit=${limit}`,
  ].filter(Boolean);
  return query.length > 0 ? `/contacts?${query.join("&")}` : "/contacts";
}

/* Midnight at the beginning of the day, or the last millisecond of it, by this browser's clock. */
function dayEdge(date: string, days: 0 | 1): string {
  const [year = 0, month = 1, dayOfMonth = 1] = date.split("-").map(Number);
  const edge = new Date(year, month - 1, dayOfMonth + days);
  return new Date(edge.getTime() - days).toISOString();
}

/** The address in the words of the API. */
export function queryOf({ filter, orderBy, order, page, limit }: ContactAddress) {
  const { status, rating } = filter;
  const some = [...texts.filter((name) => filter[name] !== "")];
  const several = lists.filter((name) => filter[name].length > 0);
  return {
    orderBy,
    order,
    page,
    limit,
    ...Object.fromEntries(some.map((name) => [name, filter[name]])),
    ...Object.fromEntries(several.map((name) => [name, [...filter[name]]])),
    ...(status.length > 0 ? { status: [...status] } : {}),
    ...(rating.length > 0 ? { rating: [...rating] } : {}),
    ...(filter.dateFrom ? { dateFrom: dayEdge(filter.dateFrom, 0) } : {}),
    ...(filter.dateTo ? { dateTo: dayEdge(filter.dateTo, 1) } : {}),
    ...(filter.lastUpdateDateFrom ? { lastUpdateDateFrom: dayEdge(filter.lastUpdateDateFrom, 0) } : {}),
    ...(filter.lastUpdateDateTo ? { lastUpdateDateTo: dayEdge(filter.lastUpdateDateTo, 1) } : {}),
  };
}

/** Whether anything narrows the table, its search included. */
export function isNarrowed(filter: ContactFilter): boolean {
  return writeFilter(filter) !== "";
}
