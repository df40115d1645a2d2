import { invalidField, notFound } from "#server/base/errors.ts";
import { isId } from "#server/base/ids.ts";
import { readableConversation } from "#server/conversations/access.sql.ts";
import type { ConversationRow } from "#server/conversations/row.ts";
import { dateIn } from "#server/core/fields.ts";
import { query } from "#server/core/operation.ts";
import { decodeCursor, encodeCursor, offsetOf, paginate } from "#server/core/pagination.ts";
import { empty, raw, row, rows, type Sql, sql } from "#server/db/sql.ts";
import { type MessageRow, viewMessage } from "./row.ts";
import { listMessagesInput, messageIdInput, messagePage, messageSchema } from "./schema.ts";

/** A bound given as seq, message id or date-time. */
async function bound(conversation: ConversationRow, field: "before" | "after", at: number | string): Promise<Sql> {
  const compare = raw(field === "before" ? "<" : ">");
  const text = String(at);
  if (/^\d{1,10}$/.test(text)) return sql` and "seq" ${compare} ${Math.min(Number(text), 2_147_483_647)}`;
  if (isId(text)) {
    const found = await row<{ seq: number }>(sql`select "seq" from messages
      where "companyId" = ${conversation.companyId} and "conversationId" = ${conversation.id} and "id" = ${text}`);
    if (found) return sql` and "seq" ${compare} ${found.seq}`;
    throw invalidField(field, "No such message in this conversation.", "unknown_reference");
  }
  const date = dateIn.safeParse(text);
  if (date.success) return sql` and "createdAt" ${compare} ${date.data}`;
  throw invalidField(field, "Give a message id, a seq or a date-time.", "invalid");
}

/** GET /v1/conversations/{conversationId}/messages/{messageId} */
export const readMessage = query({
  name: "messages.get",
  access: "clients_read",
  input: messageIdInput,
  output: messageSchema,
  example: (given) => ({ conversationId: given.conversationId ?? "", messageId: given.messageId ?? "" }),
  async run({ actor, input }) {
    const { id } = await readableConversation(actor, input.conversationId);
    const found = isId(input.messageId)
      ? await row<MessageRow>(sql`select * from messages where "companyId" = ${actor.companyId}
          and "conversationId" = ${id} and "id" = ${input.messageId}`)
      : undefined;
    if (!found) throw notFound("message");
    return viewMessage(found);
  },
});

/** GET /v1/conversations/{conversationId}/messages (F7) */
export const listMessages = query({
  name: "messages.list",
  access: "clients_read",
  input: listMessagesInput,
  output: messagePage,
  example: (given) => ({ conversationId: given.conversationId ?? "" }),
  async run({ actor, input }) {
    const conversation = await readableConversation(actor, input.conversationId);
    const { includeCommands, before, after, order, limit } = input;
    const list = { conversationId: conversation.id, includeCommands, before, after, order };
    const where = sql`"companyId" = ${actor.companyId} and "conversationId" = ${conversation.id}
      ${includeCommands ? empty : sql` and "type" <> 'command'`}
      ${before === undefined ? empty : await bound(conversation, "before", before)}
      ${after === undefined ? empty : await bound(conversation, "after", after)}`;
    const [from] = input.cursor ? decodeCursor(list, input.cursor) : [];
    const beyond = typeof from === "number" ? sql` and "seq" ${raw(order === "asc" ? ">" : "<")} ${from}` : empty;
    const found = await rows<MessageRow>(sql`
      select * from messages where ${where}${beyond} order by "seq" ${raw(order)}
      limit ${limit + 1} offset ${input.cursor ? 0 : offsetOf(input)}`);
    const total = await row<{ count: number }>(sql`select count(*) as "count" from messages where ${where}`);
    const shown = found.slice(0, limit);
    const hasMore = found.length > limit;
    const last = shown.at(-1);
    const nextCursor = hasMore && last ? encodeCursor(list, [last.seq]) : null;
    return { pagination: paginate(input, total?.count ?? 0, hasMore, nextCursor), data: shown.map(viewMessage) };
  },
});
