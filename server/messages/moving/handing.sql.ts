// SQL because whole threads are renumbered in one statement.
import { execute, row, sql } from "#server/db/sql.ts";

type Way = { companyId: string; from: string; to: string };

/** Whether a message of the conversation has not left yet, or may still be told of by its platform's answer. */
export async function isLeaving(companyId: string, conversationId: string): Promise<boolean> {
  const found = await row(sql`
    select 1 from messages m left join message_sends s on s."companyId" = m."companyId" and s."messageId" = m."id"
    where m."companyId" = ${companyId} and m."conversationId" = ${conversationId}
      and m."fromType" in ('user', 'robot') and (m."status" = 'queued' or s."state" in ('claimed', 'sending', 'waiting'))
    limit 1`);
  return found !== undefined;
}

/**
 * Puts all messages of a conversation, which is held, into another, which is held too, after its number `after`. A
 * program's id that is taken there stays with the message that has it.
 */
export async function handMessages({ companyId, from, to }: Way, after: number): Promise<number> {
  // By their messages, while these are still there: neither table is found by its conversation.
  for (const table of [sql`message_links`, sql`message_sends`])
    await execute(sql`
      update ${table} set "conversationId" = ${to}::uuid
      where "companyId" = ${companyId} and "conversationId" = ${from}::uuid and "messageId" in (
        select "id" from messages where "companyId" = ${companyId} and "conversationId" = ${from}::uuid)`);
  return execute(sql`
    update messages m set "conversationId" = ${to}::uuid, "seq" = "seq" + ${after},
      "clientMessageId" = case when not exists (
        select from messages o where o."companyId" = m."companyId" and o."conversationId" = ${to}::uuid
          and o."clientMessageId" = m."clientMessageId") then "clientMessageId" end
    where "companyId" = ${companyId} and "conversationId" = ${from}::uuid`);
}
