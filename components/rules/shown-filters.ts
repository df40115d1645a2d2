import { type ListFilter, queryOf, readFilter } from "#components/conversations/inbox/inbox-address.ts";

type Filters = Readonly<Record<string, unknown>>;

/** What the chips say, as a rule keeps it. */
export function askedOf(filter: ListFilter): Record<string, unknown> {
  const { sort: _sort, ...asked } = queryOf(filter);
  return asked;
}

/** As an address has it, where a list may hold commas. */
const inAddress = (value: unknown) =>
  Array.isArray(value) ? value.map((one) => encodeURIComponent(String(one))).join(",") : String(value);

/** Channels have a field of their own beside the filters. */
const readIn = (filters: Filters) =>
  readFilter({ get: (name) => (name in filters && name !== "channel" ? inAddress(filters[name]) : null) });

const compared = (value: unknown) => JSON.stringify(Array.isArray(value) ? value.map(String).sort() : value);

/** A rule's filters as the inbox shows them, and those that it has no chip for. */
export function shownFilters(filters: Filters = {}): { filter: ListFilter; others: Record<string, unknown> } {
  const asked = askedOf(readIn(filters));
  const isShown = ([name, value]: [string, unknown]) => compared(asked[name]) === compared(value);
  const given = Object.entries(filters);
  return {
    filter: readIn(Object.fromEntries(given.filter(isShown))),
    others: Object.fromEntries(given.filter((one) => !isShown(one))),
  };
}
