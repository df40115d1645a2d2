// SQL because what somebody may read is found by the indexes of the lists, once for all facts of a report.
import { seenRows } from "#server/conversations/list/seen/seen.sql.ts";
import type { Actor } from "#server/core/actor.ts";
import { type Sql, sql } from "#server/db/sql.ts";
import { isNarrowed } from "./reach.sql.ts";

/** The ids of the conversations that a narrowed actor may read; undefined: all. */
export function readableIds(actor: Actor): Sql | undefined {
  return isNarrowed(actor) ? seenRows(actor, {}, sql`a."conversationId" as "id"`) : undefined;
}
