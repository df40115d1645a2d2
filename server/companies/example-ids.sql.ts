// SQL because it is one statement over the tables of many nouns.
import { visibleOnly as visibleContacts } from "#server/contacts/access.sql.ts";
import { visibleOnly as visibleConversations } from "#server/conversations/access.sql.ts";
import type { Actor } from "#server/core/actor.ts";
import { row, sql } from "#server/db/sql.ts";

export type Found = Record<string, string | null>;

/** What the company is set up with. */
export function setUp({ companyId, userId }: Actor): Promise<Found | undefined> {
  const channel = sql`select "id" from channels where "companyId" = ${companyId} and "deletedAt" is null`;
  return row<Found>(sql`
    select ${companyId}::text as "companyId", ${userId}::text as "userId", ${userId}::text as "agentId",
      (${channel} and "type" = 'WEBSITE' order by "id" limit 1)::text as "channelId",
      (${channel} and "type" = 'WHATSAPP_API' order by "id" limit 1)::text as "whatsappChannelId",
      (select "id" from chatbots where "companyId" = ${companyId} order by "id" limit 1)::text as "chatbotId",
      (select "id" from phases where "companyId" = ${companyId} order by "order", "id" limit 1)::text as "phaseId"`);
}

/** The latest contact and conversation that the reader may see. */
export function people(actor: Actor): Promise<Found | undefined> {
  return row<Found>(sql`
    select (select k."id" from contacts k where k."companyId" = ${actor.companyId}
        ${visibleContacts(actor, "clients_read")} order by k."id" desc limit 1)::text as "contactId",
      (select c."id" from conversations c where c."companyId" = ${actor.companyId}
        ${visibleConversations(actor, "clients_read")} order by c."id" desc limit 1)::text as "conversationId"`);
}
