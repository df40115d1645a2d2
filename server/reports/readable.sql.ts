// SQL because what somebody may read is found by the indexes of the lists, once for all facts of a report, or all that is open.
import { ofSeen, seenRows } from "#server/conversations/list/seen/seen.sql.ts";
import type { Actor } from "#server/core/actor.ts";
import type { ReportState } from "#server/db/generated/client.ts";
import { plannedAnew, rows, type Sql, sql } from "#server/db/sql.ts";
import type { Slice } from "./access.sql.ts";
import { isNarrowed } from "./reach.sql.ts";

/** The ids of the conversations that a narrowed actor may read; undefined: all. */
export function readableIds(actor: Actor): Sql | undefined {
  return isNarrowed(actor) ? seenRows(actor, {}, sql`a."conversationId" as "id"`) : undefined;
}

/** Those rows of `asked`, a statement with "conversationId", that are for the actor. */
const ofReadable = (actor: Actor, asked: Sql): Sql => (isNarrowed(actor) ? ofSeen(actor, asked) : asked);

type Standing = Pick<ReportState, "agentId"> & { open: number; waiting: number };

/** States of what is open, or waits, as far as the actor may read it. */
const standing = (actor: Actor, condition: Sql): Sql =>
  ofReadable(
    actor,
    sql`select x."agentId", x."neededAt", x."conversationId" from report_states x
      where x."companyId" = ${actor.companyId} and ${condition}`,
  );

/** Who holds how many open conversations, and in how many of them a visitor waits. */
export function standingOf(actor: Actor) {
  return rows<Standing>(
    plannedAnew(sql`
      select x."agentId", count(*)::int as "open", count(x."neededAt")::int as "waiting"
      from (${standing(actor, sql`x."open"`)}) x group by x."agentId"`),
  );
}

/** Who has waited the longest. */
export function longestWait(actor: Actor) {
  return rows<Pick<ReportState, "conversationId" | "neededAt">>(
    plannedAnew(sql`
      select x."conversationId", x."neededAt" from (${standing(actor, sql`x."neededAt" is not null`)}) x
      order by x."neededAt" limit 1`),
  );
}

/** Who waits, the longest first: as many as are counted. */
export function waitingPage(actor: Actor, { take, skip }: Pick<Slice, "take" | "skip">) {
  return rows<Pick<ReportState, "conversationId" | "neededAt" | "agentId">>(
    plannedAnew(sql`
      select x."conversationId", x."neededAt", x."agentId"
      from (${standing(actor, sql`x."open" and x."neededAt" is not null`)}) x
      order by x."neededAt", x."conversationId" limit ${take} offset ${skip}`),
  );
}
