// SQL because it is one statement over the tables of many nouns.
import { firstChannel } from "#server/channels/access.sql.ts";
import { firstChatbot } from "#server/chatbots/access.sql.ts";
import { latestSeen as latestContact } from "#server/contacts/access.sql.ts";
import { latestSeen as latestConversation } from "#server/conversations/access.sql.ts";
import type { Actor } from "#server/core/actor.ts";
import { row, sql } from "#server/db/sql.ts";
import { firstPhase } from "#server/phases/first.sql.ts";

export type Found = Record<string, string | null>;

/** What the company is set up with. */
export function setUp({ companyId, userId }: Actor): Promise<Found | undefined> {
  return row<Found>(sql`
    select ${companyId}::text as "companyId", ${userId}::text as "userId", ${userId}::text as "agentId",
      ${firstChannel(companyId, "WEBSITE")}::text as "channelId",
      ${firstChannel(companyId, "WHATSAPP_API")}::text as "whatsappChannelId",
      ${firstChatbot(companyId)}::text as "chatbotId", ${firstPhase(companyId)}::text as "phaseId"`);
}

/** The latest contact and conversation that the reader may see. */
export function people(actor: Actor): Promise<Found | undefined> {
  return row<Found>(sql`
    select ${latestContact(actor)}::text as "contactId", ${latestConversation(actor)}::text as "conversationId"`);
}
