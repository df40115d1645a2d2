// SQL because filters are those of the lists, and several ids are judged at once.
import type { Actor } from "#server/core/actor.ts";
import { rows, sql } from "#server/db/sql.ts";
import { visibleOnly } from "../access.sql.ts";
import type { ChannelName } from "../choices.ts";
import { all, type ListFilters, selectionOf } from "./filtering.sql.ts";
import { from } from "./seen/seen.sql.ts";

/** As much of a conversation as stands beside what was found in it. */
export type Glimpse = {
  id: string;
  visitorName: string;
  channel: ChannelName;
  closed: boolean;
  lastMessageAt: Date | null;
};

/** Those of `ids` that the filters let through and the actor may read, by their ids. */
export async function glimpses(
  actor: Actor,
  filters: ListFilters,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Glimpse>> {
  if (ids.length === 0) return new Map();
  const { conditions, tagDriver } = selectionOf(actor.companyId, filters);
  const visible = visibleOnly(actor, "clients_read");
  const found = await rows<Glimpse>(sql`
    select a."conversationId" as "id", a."visitorName", a."channel", a."status" = 'closed' as "closed", a."lastMessageAt"
    from ${from(tagDriver, visible)}
    where ${all(conditions)} and a."conversationId" = any(${[...new Set(ids)]}::uuid[])${visible}`);
  return new Map(found.map((one) => [one.id, one]));
}
