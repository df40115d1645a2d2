// SQL because who sees a response follows from its conversation, and a person is known by contact or visitor.
import { isId } from "#server/base/ids.ts";
import { ofPerson, ofVisibleConversation, seesEverything } from "#server/conversations/access.sql.ts";
import type { ConversationRow } from "#server/conversations/row.ts";
import type { Actor } from "#server/core/actor.ts";
import type { CsatResponse } from "#server/db/generated/client.ts";
import { empty, row, rows, sql } from "#server/db/sql.ts";

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

/** What was added to these ratings, of conversations that the actor may see. */
export function commentsOf(actor: Actor, ids: readonly string[]) {
  return rows<Pick<CsatResponse, "id" | "comment">>(sql`
    select r."id", r."comment" from csat_responses r
    where r."companyId" = ${actor.companyId} and r."id" = any(${[...new Set(ids)]}::uuid[])
      and r."comment" <> ''${visible(actor)}`);
}
