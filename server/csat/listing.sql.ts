// SQL because who sees a response follows from sets of conversations.
import { isId } from "#server/base/ids.ts";
import { ofContact } from "#server/conversations/access.sql.ts";
import { ofSeen } from "#server/conversations/list/seen/seen.sql.ts";
import type { Actor } from "#server/core/actor.ts";
import type { CsatResponse } from "#server/db/generated/client.ts";
import { empty, join, plannedAnew, row, rows, type Sql, sql } from "#server/db/sql.ts";
import { goodFrom } from "./choices.ts";
import type { CsatFilters } from "./schema.ts";

function same(column: Sql, wanted: string): Sql {
  if (wanted === "NONE") return sql`${column} is null`;
  return isId(wanted) ? sql`${column} = ${wanted}::uuid` : sql`false`;
}

/** On rows `r` of csat_responses. */
function conditionsOf(actor: Actor, filters: CsatFilters): Sql {
  const { state, rating, good, commented, answeredFrom, answeredTo, contactId } = filters;
  const found: Sql[] = [sql`r."companyId" = ${actor.companyId}`];
  if (state?.length) found.push(sql`r."state" = any(${state}::text[])`);
  if (rating?.length) found.push(sql`r."rating" = any(${rating}::int2[])`);
  if (good !== undefined) found.push(good ? sql`r."rating" >= ${goodFrom}` : sql`r."rating" < ${goodFrom}`);
  if (commented !== undefined) found.push(commented ? sql`r."comment" <> ''` : sql`r."comment" = ''`);
  for (const name of ["agentId", "teamId", "channelId", "conversationId"] as const) {
    const wanted = filters[name];
    if (wanted) found.push(same(columns[name], wanted));
  }
  if (contactId)
    found.push(isId(contactId) ? ofContact(actor.companyId, contactId, sql`r."conversationId"`) : sql`false`);
  if (answeredFrom) found.push(sql`r."answeredAt" >= ${answeredFrom}`);
  if (answeredTo) found.push(sql`r."answeredAt" <= ${answeredTo}`);
  return join(found, " and ");
}

const columns = {
  agentId: sql`r."agentId"`,
  teamId: sql`r."teamId"`,
  channelId: sql`r."channelId"`,
  conversationId: sql`r."conversationId"`,
} as const;

/** What the filters find of what the actor sees. */
export const foundFor = (actor: Actor, filters: CsatFilters): Sql =>
  ofSeen(actor, sql`select r."id", r."conversationId" from csat_responses r where ${conditionsOf(actor, filters)}`);

export async function countResponses(actor: Actor, filters: CsatFilters): Promise<number> {
  const counted = await row<{ count: number }>(
    plannedAnew(sql`select count(*) as "count" from (${foundFor(actor, filters)}) r`),
  );
  return counted?.count ?? 0;
}

/** The newest first. */
export function responsesPage(
  actor: Actor,
  filters: CsatFilters,
  slice: { after: string | null; take: number; skip: number },
) {
  const beyond = slice.after ? sql`where f."id" < ${slice.after}::uuid` : empty;
  return rows<CsatResponse>(
    plannedAnew(sql`
      with page as materialized (
        select f."id" from (${foundFor(actor, filters)}) f ${beyond}
        order by f."id" desc limit ${slice.take} offset ${slice.skip})
      select r.* from page p join csat_responses r on r."companyId" = ${actor.companyId} and r."id" = p."id"
      order by p."id" desc`),
  );
}
