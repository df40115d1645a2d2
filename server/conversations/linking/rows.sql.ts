// SQL because conversations are locked in the order of their ids, and what differs is asked of events as JSON.
import type { ContactRow } from "#server/contacts/row.ts";
import type { ConversationRow } from "#server/conversations/row.ts";
import type { VisitorSession } from "#server/db/generated/client.ts";
import { row, rows, sql } from "#server/db/sql.ts";

type Visitor = Pick<ConversationRow, "companyId" | "channelId" | "visitorId">;
type Contact = Pick<ContactRow, "companyId" | "id">;

/** What the company's own server has signed for this visitor (M2). */
export function provenIdentities({ companyId, channelId, visitorId }: Visitor) {
  return rows<Pick<VisitorSession, "email" | "phone">>(sql`
    select "email", "phone" from visitor_sessions where "companyId" = ${companyId}
      and "channelId" = ${channelId} and "visitorId" = ${visitorId} and "verified"`);
}

/** Ids of a visitor's conversations on a channel, the oldest first, at most 50. */
export async function conversationsOfVisitor({ companyId, channelId, visitorId }: Visitor): Promise<string[]> {
  const own = await rows<{ id: string }>(sql`
    select "id" from conversations where "companyId" = ${companyId}
      and "visitorId" = ${visitorId} and "channelId" = ${channelId} order by "id" limit 50`);
  return own.map(({ id }) => id);
}

/** Whether contact/matched has told of these differences in this conversation. */
export async function matchIsTold(contact: Contact, conversationId: string, differences: object): Promise<boolean> {
  const known = await row(sql`
    select 1 from events where "companyId" = ${contact.companyId} and "contactId" = ${contact.id}
      and "conversationId" = ${conversationId} and "type" = 'contact/matched'
      and "data"->'differences' @> ${JSON.stringify(differences)}::jsonb limit 1`);
  return known !== undefined;
}

/** The text of the visitor's last message; empty where they have written none. */
export async function lastWords(conversation: ConversationRow): Promise<string> {
  if (conversation.lastVisitorSeq === 0) return "";
  const found = await row<{ text: string }>(sql`
    select "text" from messages where "companyId" = ${conversation.companyId}
      and "conversationId" = ${conversation.id} and "seq" = ${conversation.lastVisitorSeq}`);
  return found?.text ?? "";
}

/** All conversations of a contact but one, locked in the order of their ids. */
export function lockOthersOf(contact: Contact, conversationId: string): Promise<ConversationRow[]> {
  return rows<ConversationRow>(sql`
    select c.* from conversations c where c."companyId" = ${contact.companyId} and c."contactId" = ${contact.id}
      and c."id" <> ${conversationId} order by c."id" for update of c`);
}
