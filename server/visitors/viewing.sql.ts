// SQL because every request of a visitor reads messages with their agents' pictures, and counts what is unread.
import type { Actor } from "#server/core/actor.ts";
import type { Conversation } from "#server/db/generated/client.ts";
import { empty, raw, row, rows, sql } from "#server/db/sql.ts";
import type { MessageRow } from "#server/messages/row.ts";
import type { VisitorConversation } from "./schema.ts";

/** A message with its agent's picture. */
export type SeenMessage = MessageRow & { avatarUrl: string | null };

/** Columns of a message with its agent's picture; to be joined as `messages m left join users u`. */
export const seenMessages = sql`select m.*, u."avatarUrl" from messages m
  left join users u on u."companyId" = m."companyId" and m."senderType" = 'user' and u."id"::text = m."sender"`;

export function seenMessage(actor: Actor, id: string): Promise<SeenMessage | undefined> {
  return row<SeenMessage>(sql`${seenMessages} where m."companyId" = ${actor.companyId} and m."id" = ${id}`);
}

/** What a conversation began with. */
export function firstMessages(actor: Actor, conversationId: string): Promise<SeenMessage[]> {
  return rows<SeenMessage>(sql`
    ${seenMessages} where m."companyId" = ${actor.companyId} and m."conversationId" = ${conversationId} order by m."seq" limit 100`);
}

type Stretch = { after?: number | undefined; before?: number | undefined; limit: number };

/** What visitors see after a number, ascending, else the latest, descending; one more than asked for, if there is one. */
export function messagesForVisitor(
  actor: Actor,
  conversationId: string,
  { after, before, limit }: Stretch,
): Promise<SeenMessage[]> {
  return rows<SeenMessage>(sql`
    ${seenMessages} where m."companyId" = ${actor.companyId} and m."conversationId" = ${conversationId}
      and m."type" <> 'command' and m."fromType" <> 'system'
      ${after === undefined ? empty : sql` and m."seq" > ${after}`}${before === undefined ? empty : sql` and m."seq" < ${before}`}
    order by m."seq" ${raw(after === undefined ? "desc" : "asc")} limit ${limit + 1}`);
}

/** The visitor's conversation that holds a message of this name of theirs. */
export function conversationHolding(
  actor: Actor,
  clientMessageId: string,
): Promise<Pick<Conversation, "id"> | undefined> {
  return row<Pick<Conversation, "id">>(sql`
    select c."id" from conversations c
    join messages m on m."companyId" = c."companyId" and m."conversationId" = c."id"
    where c."companyId" = ${actor.companyId} and c."visitorId" = ${actor.visitor?.visitorId}
      and c."channelId" = ${actor.visitor?.channelId} and m."clientMessageId" = ${clientMessageId}`);
}

type Stored = Omit<VisitorConversation, "fields"> & { customFields: Record<string, unknown> };

/** The visitor's conversation: the one named, else the latest. */
export async function conversationOfVisitor(actor: Actor, id: string | null): Promise<Stored | undefined> {
  const { visitor } = actor;
  if (!visitor) return undefined;
  return row<Stored>(sql`
    select c."id", c."customFields", c."status" = 'closed' as "closed", c."lastSeq", c."visitorReadSeq" as "readSeq",
      c."chatbotState" = 'ON' and coalesce(b."enabled" and not b."muted" and parley_includes(b."companyId", 'enable_chatbot'), false) as "botActive",
      (select count(*)::int from messages m where m."companyId" = c."companyId" and m."conversationId" = c."id"
        and m."seq" > c."visitorReadSeq" and m."fromType" in ('user', 'robot')) as "unread"
    from conversations c
    join channels k on k."companyId" = c."companyId" and k."id" = c."channelId"
    left join chatbots b on b."companyId" = k."companyId" and b."id" = k."chatbotId"
    where c."companyId" = ${actor.companyId} and c."visitorId" = ${visitor.visitorId}
      and c."channelId" = ${visitor.channelId} and (${id}::uuid is null or c."id" = ${id}::uuid)
    order by coalesce(c."lastMessageAt", c."createdAt") desc, c."id" desc limit 1`);
}
