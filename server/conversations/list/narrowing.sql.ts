// SQL because what filters and rights leave is found by the indexes of the lists.
import type { Actor } from "#server/core/actor.ts";
import { join, plannedAnew, rows, type Sql, sql } from "#server/db/sql.ts";
import { ofOwnContacts, seesEverything } from "../access.sql.ts";
import { all, type ListFilters, selectionOf } from "./filtering.sql.ts";
import { from } from "./seen/seen.sql.ts";

/** What a person with a narrow view may see is found by these; undefined where no index knows it. */
function ownRows({ companyId, userId, seesUnassigned, sight, visitor }: Actor): Sql | undefined {
  if (visitor || seesUnassigned || !userId || sight?.read === "channel") return undefined;
  const of = (source: Sql) => sql`select a."conversationId" as "id" from ${source}`;
  const own = sql`conversation_activity a where a."companyId" = ${companyId} and a."assignedTo"`;
  const team = sql`conversation_activity a where a."companyId" = ${companyId} and a."teamId"`;
  const branches = [
    of(sql`${own} = ${userId}::uuid`),
    ...(sight?.read === "team" ? [of(sql`${team} = any(${[...sight.teamIds]}::uuid[])`)] : []),
    ofOwnContacts(companyId, userId),
    sql`select n."conversationId" from conversation_mentions n
      where n."companyId" = ${companyId} and n."userId" = ${userId}::uuid`,
  ];
  return join(branches, " union all ");
}

/**
 * The conversations that the filters, or what the actor may see, leave, where they are at most `most` with at most
 * `mostMessages` messages; undefined where they are more. Some of them may be ones that the actor may not see.
 */
export async function fewConversations(
  actor: Actor,
  filters: ListFilters,
  most: number,
  mostMessages: number,
): Promise<string[] | undefined> {
  const { companyId } = actor;
  const { conditions, tagDriver } = selectionOf(companyId, filters);
  const filtered = conditions.length > 1 || tagDriver !== null;
  const own = seesEverything(actor) ? undefined : ownRows(actor);
  if (!own && !filtered) return undefined;
  const source = own ?? sql`select a."conversationId" as "id" from ${from(tagDriver)} where ${all(conditions)}`;
  const found = await rows<{ id: string; lastSeq: number }>(
    plannedAnew(sql`
      select c."id", c."lastSeq" from (select distinct s."id" from (${source} limit ${most * 2}) s) few
      join conversations c on c."companyId" = ${companyId} and c."id" = few."id" limit ${most + 1}`),
  );
  const messages = found.reduce((sum, { lastSeq }) => sum + lastSeq, 0);
  return found.length > most || messages > mostMessages ? undefined : found.map(({ id }) => id);
}
