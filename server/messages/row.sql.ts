// SQL because all messages of a change are written in one statement, which also tells who serves the channel.
import { json, row, sql } from "#server/db/sql.ts";
import { withSizes } from "#server/uploads/access.ts";
import type { MessageRow } from "./row.ts";

/** Which chatbot serves the channel, and whether it answers. */
export type Served = { chatbotId: string | null; robot: boolean };

const unserved: Served = { chatbotId: null, robot: false };

/**
 * Only for `ConversationChange`, which holds the row lock that orders `seq`. Pictures get their size here,
 * whoever sends them. Answers who serves the channel in this moment, for the events of the messages.
 */
export async function insertMessages(messages: readonly MessageRow[], channelId: string): Promise<Served> {
  if (messages.length === 0) return unserved;
  for (const message of messages) message.attachments = await withSizes(message.companyId, message.attachments);
  const inserted = await row<{ served: Served | null }>(sql`
    insert into messages ("companyId", "id", "conversationId", "seq", "fromType", "sender", "senderName", "senderType",
      "type", "text", "attachments", "responseOptions", "command", "status", "failureReason", "clientMessageId",
      "externalId", "template", "edited", "extra",
      "createdAt")
    select m."companyId", m."id", m."conversationId", m."seq", m."fromType", m."sender", m."senderName", m."senderType",
      m."type", m."text", m."attachments", m."responseOptions", m."command", m."status", m."failureReason",
      m."clientMessageId", m."externalId", m."template", m."edited", coalesce(m."extra", '{}'),
      m."createdAt"
    from jsonb_populate_recordset(null::messages, ${json(messages)}::jsonb) m
    returning (select jsonb_build_object('chatbotId', h."chatbotId",
        'robot', coalesce(b."enabled" and not b."muted", false))
      from channels h left join chatbots b on b."companyId" = h."companyId" and b."id" = h."chatbotId"
      where h."companyId" = ${messages[0]?.companyId} and h."id" = ${channelId}) as "served"`);
  return inserted?.served ?? unserved;
}
