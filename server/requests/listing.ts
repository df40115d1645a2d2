import { isId } from "#server/base/ids.ts";
import type { Actor } from "#server/core/actor.ts";
import { query } from "#server/core/operation.ts";
import { decodeCursor, encodeCursor } from "#server/core/pagination.ts";
import { requestsNamed, requestsOf, windowEnd } from "./access.sql.ts";
import { listRequestsInput, listRequestsOutput, type RequestFilters } from "./schema.ts";

function afterOf(filters: RequestFilters, cursor: string | undefined): string | undefined {
  if (cursor === undefined) return undefined;
  const [id] = decodeCursor(filters, cursor);
  return isId(id) ? id : undefined;
}

async function page(actor: Actor, filters: RequestFilters, limit: number, after: string | undefined) {
  const found = await requestsOf(actor, filters, limit + 1, after);
  const data = found.slice(0, limit);
  const last = data.at(-1);
  if (found.length > limit && last) {
    return { data, nextCursor: encodeCursor(filters, [last.id]), searchedTo: null };
  }
  const end = await windowEnd(actor, after);
  return {
    data,
    nextCursor: end ? encodeCursor(filters, [end.id]) : null,
    searchedTo: end?.createdAt ?? null,
  };
}

/** The requests of the last seven days, the newest first; a text that is a request's id finds just that. */
export const listRequests = query({
  name: "requests.list",
  access: "person",
  input: listRequestsInput,
  output: listRequestsOutput,
  example: (given) => ({ tokenId: given.tokenId ?? "", statusClass: "4xx,5xx" }),
  async run({ actor, input: { limit, cursor, ...filters } }) {
    if (filters.search && cursor === undefined) {
      const named = await requestsNamed(actor, filters.search, limit);
      if (named.length > 0) return { data: named, nextCursor: null, searchedTo: null };
    }
    return page(actor, filters, limit, afterOf(filters, cursor));
  },
});
