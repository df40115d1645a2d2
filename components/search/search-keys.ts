import { directoryKeys } from "#components/conversations/data/first-keys.ts";
import { keys } from "#components/live/trpc/keys.ts";
import { isLongEnough } from "#components/messages/search/long-enough.ts";
import { contactsQuery, conversationsQuery, messagesQuery, type SearchAddress } from "./search-address.ts";

/** How many of each kind are read at once. */
export const foundPerPage = 30;

/** What the page of a search shows first. Days begin and end by the browser's clock, which asks for those itself. */
export function searchKeys(address: SearchAddress) {
  const { search, from, to } = address.filter;
  if (search === "" || from !== "" || to !== "") return directoryKeys;
  const limit = foundPerPage;
  const messages = keys.messages.search.infiniteQueryKey({ ...messagesQuery(address), limit });
  return [
    ...directoryKeys,
    ...(isLongEnough(search) ? [messages] : []),
    keys.conversations.list.infiniteQueryKey({ ...conversationsQuery(address), limit }),
    keys.contacts.list.infiniteQueryKey({ ...contactsQuery(address), limit }),
  ];
}
