import { z } from "zod";
import { readableContact } from "#server/contacts/access.sql.ts";
import type { Actor } from "#server/core/actor.ts";
import { query } from "#server/core/operation.ts";
import type { PageRequest } from "#server/core/page-fields.ts";
import { decodeCursor, encodeCursor, offsetOf, paginate } from "#server/core/pagination.ts";
import { settledFilters } from "#server/db/settled.ts";
import { checkCustomFilter } from "#server/fields/checking.ts";
import { readableConversation } from "../access.sql.ts";
import { channelNames } from "../choices.ts";
import type { ConversationRow } from "../row.ts";
import {
  type ConversationFilters,
  conversationIdInput,
  conversationPage,
  conversationSchema,
  listConversationsInput,
} from "../schema.ts";
import { viewConversation } from "../viewing.ts";
import { countOf, countsOf } from "./counting.sql.ts";
import type { SortedFilters } from "./filtering.sql.ts";
import { conversationsOfContact, keyOf, pageSql, readKey, rowsOfPage } from "./paging.sql.ts";
import { asPaged } from "./said-often.sql.ts";
import { throughView } from "./viewed.ts";

type Page = { rows: ConversationRow[]; hasMore: boolean; nextCursor: string | null };

/** One page of conversations the actor may see. */
export async function pageOfConversations(actor: Actor, filters: SortedFilters, request: PageRequest): Promise<Page> {
  const { sort } = filters;
  const after = request.cursor ? readKey(sort, decodeCursor(filters, request.cursor)) : null;
  const skip = request.cursor ? 0 : offsetOf(request);
  const page = pageSql(actor, await asPaged(filters), { sort, after, take: request.limit + 1 }, skip);
  return cut(filters, request, await rowsOfPage(actor, page, sort));
}

/** The page of the rows found, one more of which was asked for than is shown. */
export function cut(filters: SortedFilters, request: PageRequest, found: ConversationRow[]): Page {
  const { sort } = filters;
  const shown = found.slice(0, request.limit);
  const last = shown.at(-1);
  const hasMore = found.length > request.limit;
  if (!last || !hasMore) return { rows: shown, hasMore, nextCursor: null };
  const key = keyOf(sort, last);
  const value = key.value instanceof Date ? key.value.toISOString() : key.value;
  return { rows: shown, hasMore, nextCursor: encodeCursor(filters, [value, key.id]) };
}

type Listing = ConversationFilters & PageRequest;

/** The filters alone: what a cursor is bound to and a total is counted by. */
export function filtersOf<Asked extends Listing>(input: Asked): Omit<Asked, keyof PageRequest> {
  const { limit: _limit, offset: _offset, page: _page, cursor: _cursor, ...filters } = input;
  return filters;
}

/** A page that ends the list has counted it. */
function counts(request: PageRequest, { rows: shown, hasMore }: Page): number | undefined {
  if (request.cursor || hasMore) return undefined;
  const skipped = offsetOf(request);
  return shown.length > 0 || skipped === 0 ? skipped + shown.length : undefined;
}

async function listPage(actor: Actor, filters: SortedFilters, request: PageRequest) {
  const { sort: _sort, ...counted } = filters;
  const page = await pageOfConversations(actor, filters, request);
  const count = counts(request, page) ?? (await countOf(actor, counted));
  return {
    pagination: paginate(request, count, page.hasMore, page.nextCursor),
    data: page.rows.map(viewConversation),
  };
}

/** GET /v1/conversations */
export const listConversations = query({
  name: "conversations.list",
  access: "clients_read",
  input: listConversationsInput,
  output: conversationPage,
  example: () => ({ status: "opened" as const }),
  async run({ actor, input }) {
    await checkCustomFilter(actor, "conversation", input.customFields);
    const filters = await throughView(actor, filtersOf(input));
    if (!filters) return { pagination: paginate(input, 0, false, null), data: [] };
    return listPage(actor, await settledFilters(filters), input);
  },
});

/** GET /v1/conversations/{conversationId} */
export const readConversation = query({
  name: "conversations.read",
  access: "clients_read",
  input: conversationIdInput,
  output: conversationSchema,
  example: (given) => ({ conversationId: given.conversationId ?? "" }),
  run: async ({ actor, input }) => viewConversation(await readableConversation(actor, input.conversationId)),
});

/** GET /v1/conversations/contact/{contactId}: newest activity first. */
export const listOfContact = query({
  name: "conversations.ofContact",
  access: "clients_read",
  input: z.object({ contactId: z.string() }),
  output: z.array(conversationSchema),
  example: (given) => ({ contactId: given.contactId ?? "" }),
  async run({ actor, input }) {
    const contact = await readableContact(actor, input.contactId);
    const found = await conversationsOfContact(actor, contact.id);
    return found.map(viewConversation);
  },
});

/** GET /v1/conversations/channels/list (E16) */
export const listActiveChannels = query({
  name: "conversations.activeChannels",
  access: "clients_read",
  input: z.object({}),
  output: z.array(z.enum(channelNames)),
  example: () => ({}),
  async run({ actor }) {
    const channels = [...channelNames].sort();
    const counts = await countsOf(
      actor,
      channels.map((channel) => ({ channel: [channel], open: true })),
    );
    return channels.filter((_, index) => (counts[index] ?? 0) > 0);
  },
});
