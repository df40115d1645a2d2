// SQL because who sees a response follows from its conversation, and a person is known by contact or visitor.
import { isId } from "#server/base/ids.ts";
import { ofContact, ofPerson, ofVisibleConversation, seesEverything } from "#server/conversations/access.sql.ts";
import type { ConversationRow } from "#server/conversations/row.ts";
import type { Actor } from "#server/core/actor.ts";
import type { CsatResponse } from "#server/db/generated/client.ts";
import { empty, join, row, rows, type Sql, sql } from "#server/db/sql.ts";
import { goodFrom } from "./choices.ts";
import type { CsatFilters } from "./schema.ts";

/** A response goes with its conversation, so who sees all of those is asked about none of them. */
const visible = (actor: Actor) =>
  seesEverything(actor) ? empty : sql` and ${ofVisibleConversation(actor, "clients_read", sql`r."conversationId"`)}`;

export function findResponse(actor: Actor, id: string): Promise<CsatResponse | undefined> {
  if (!isId(id)) return Promise.resolve(undefined);
  return row<CsatResponse>(sql`
    select r.* from csat_responses r
    where r."companyId" = ${actor.companyId} and r."id" = ${id}${visible(actor)}`);
}

/** The one that waits in a held conversation, itself held. */
export function lockPlanned(companyId: string, conversationId: string): Promise<CsatResponse | undefined> {
  return row<CsatResponse>(sql`
    select * from csat_responses where "companyId" = ${companyId} and "conversationId" = ${conversationId}
      and "state" = 'due' for update`);
}

/** Where somebody is to be asked by now, the longest due first. */
export function conversationsToAsk(companyId: string, now: Date, limit: number) {
  return rows<Pick<CsatResponse, "conversationId">>(sql`
    select "conversationId" from csat_responses where "companyId" = ${companyId} and "state" = 'due' and "askAt" <= ${now}
    order by "askAt", "id" limit ${limit}`);
}

type Person = Pick<ConversationRow, "companyId" | "contactId" | "visitorId" | "channelId">;

/** Whether this person has been asked since then, in whichever of their conversations. */
export async function askedSince(person: Person, since: Date): Promise<boolean> {
  const found = await row(sql`
    select 1 from csat_responses r where r."companyId" = ${person.companyId} and r."askedAt" > ${since}
      and ${ofPerson(person, sql`r."conversationId"`)} limit 1`);
  return found !== undefined;
}

/** The latest that was asked in this conversation since then. */
export function latestAsked(companyId: string, conversationId: string, since: Date) {
  return row<CsatResponse>(sql`
    select * from csat_responses where "companyId" = ${companyId} and "conversationId" = ${conversationId}
      and "askedAt" > ${since} order by "askedAt" desc limit 1`);
}

/** The one whose question or thanks this message is, of the same visitor. */
export function askedBy(person: Person, messageId: string, since: Date) {
  return row<CsatResponse>(sql`
    select r.* from csat_responses r where r."companyId" = ${person.companyId}
      and (r."messageId" = ${messageId}::uuid or r."thanksId" = ${messageId}::uuid) and r."askedAt" > ${since}
      and ${ofPerson({ ...person, contactId: null }, sql`r."conversationId"`)}`);
}

function same(column: Sql, wanted: string): Sql {
  if (wanted === "NONE") return sql`${column} is null`;
  return isId(wanted) ? sql`${column} = ${wanted}::uuid` : sql`false`;
}

/** On rows `r` of csat_responses. */
export function conditionsOf(actor: Actor, filters: CsatFilters): Sql {
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
  return sql`${join(found, " and ")}${visible(actor)}`;
}

const columns = {
  agentId: sql`r."agentId"`,
  teamId: sql`r."teamId"`,
  channelId: sql`r."channelId"`,
  conversationId: sql`r."conversationId"`,
} as const;

export async function countResponses(actor: Actor, filters: CsatFilters): Promise<number> {
  const counted = await row<{ count: number }>(sql`
    select count(*) as "count" from csat_responses r where ${conditionsOf(actor, filters)}`);
  return counted?.count ?? 0;
}

/** The newest first. */
export function responsesPage(
  actor: Actor,
  filters: CsatFilters,
  slice: { after: string | null; take: number; skip: number },
) {
  const beyond = slice.after ? sql` and r."id" < ${slice.after}::uuid` : empty;
  return rows<CsatResponse>(sql`
    select r.* from csat_responses r where ${conditionsOf(actor, filters)}${beyond}
    order by r."id" desc limit ${slice.take} offset ${slice.skip}`);
}

/** What was added to these ratings, of conversations that the actor may see. */
export function commentsOf(actor: Actor, ids: readonly string[]) {
  return rows<Pick<CsatResponse, "id" | "comment">>(sql`
    select r."id", r."comment" from csat_responses r
    where r."companyId" = ${actor.companyId} and r."id" = any(${[...new Set(ids)]}::uuid[])
      and r."comment" <> ''${visible(actor)}`);
}
