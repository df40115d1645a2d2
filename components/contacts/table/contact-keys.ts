import { directoryKeys } from "#components/conversations/data/first-keys.ts";
import { keys } from "#components/live/trpc/keys.ts";
import { type ContactAddress, queryOf } from "./contact-address.ts";

/** What the table shows first. Days begin and end by the browser's clock, which asks for those itself. */
export function contactKeys(address: ContactAddress) {
  const { dateFrom, dateTo, lastUpdateDateFrom, lastUpdateDateTo } = address.filter;
  const named = [...directoryKeys, keys.fields.list.queryKey({})];
  if (dateFrom || dateTo || lastUpdateDateFrom || lastUpdateDateTo) return named;
  return [...named, keys.contacts.list.queryKey(queryOf(address))];
}
