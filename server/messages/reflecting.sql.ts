// SQL because the conversation's last words follow the message only while it is the last, in the same statement.
import { forward, moment } from "#server/db/moment.ts";
import { empty, execute, json, sql } from "#server/db/sql.ts";
import type { MessageRow } from "./row.ts";

/** What the visitor, or the platform, has changed about a message; what is left out stays. */
export type Reflected = Partial<Pick<MessageRow, "text" | "type" | "attachments" | "extra"> & { editedAt: Date }>;

/** Only under the conversation's lock. */
export async function saveReflected(message: MessageRow, change: Reflected): Promise<void> {
  const { companyId, conversationId, id, seq } = message;
  const { text, type, attachments, extra = {} } = { ...message, ...change };
  await execute(sql`
    update messages set "text" = ${text}, "type" = ${type}, "attachments" = ${json(attachments)}, "extra" = ${json(extra)}
      ${change.editedAt ? sql`, "edited" = true, "editedAt" = ${change.editedAt}` : empty}
    where "companyId" = ${companyId} and "id" = ${id}`);
  if (text === message.text) return;
  await execute(sql`
    update conversations set "lastMessage" = ${text}, "updatedAt" = ${forward(moment())}
    where "companyId" = ${companyId} and "id" = ${conversationId} and not exists (
      select 1 from messages where "companyId" = ${companyId} and "conversationId" = ${conversationId}
        and "seq" > ${seq} and "type" <> 'command')`);
}
