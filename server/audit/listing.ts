import { isId } from "#server/base/ids.ts";
import type { Actor } from "#server/core/actor.ts";
import { query } from "#server/core/operation.ts";
import { decodeCursor, encodeCursor } from "#server/core/pagination.ts";
import { deedsOf, windowEnd } from "./access.sql.ts";
import { type AuditFilters, listAuditInput, listAuditOutput } from "./schema.ts";
import { viewDeed } from "./viewing.ts";

/** A page of entries and where the next one begins, also when a filter found nothing on this page. */
export async function pageOfDeeds(actor: Actor, filters: AuditFilters, limit: number, cursor: string | undefined) {
  const [id] = cursor === undefined ? [] : decodeCursor(filters, cursor);
  const after = isId(id) ? id : undefined;
  const found = await deedsOf(actor, filters, limit + 1, after);
  const data = found.slice(0, limit);
  const last = data.at(-1);
  if (found.length > limit && last) {
    return { data, nextCursor: encodeCursor(filters, [last.id]), searchedTo: null };
  }
  const end = await windowEnd(actor, after);
  return { data, nextCursor: end ? encodeCursor(filters, [end.id]) : null, searchedTo: end?.createdAt ?? null };
}

/** Who did what, the newest first. */
export const listAudit = query({
  name: "audit.list",
  access: "admin",
  input: listAuditInput,
  output: listAuditOutput,
  example: (given) => ({ by: "team" as const, userId: given.userId ?? "", search: given.conversationId ?? "" }),
  async run({ actor, input: { limit, cursor, ...filters } }) {
    const page = await pageOfDeeds(actor, filters, limit, cursor);
    return { ...page, data: page.data.map(viewDeed) };
  },
});
