import { invalidField, notFound } from "#server/base/errors.ts";
import { isId } from "#server/base/ids.ts";
import { readableConversation } from "#server/conversations/access.sql.ts";
import type { ConversationRow } from "#server/conversations/row.ts";
import { dateIn } from "#server/core/fields.ts";
import { query } from "#server/core/operation.ts";
import { decodeCursor, encodeCursor, offsetOf, paginate } from "#server/core/pagination.ts";
import { type Bound, countOfMessages, messageOf, pageOfMessages, type Stretch } from "./row.sql.ts";
import { viewMessage } from "./row.ts";
import { listMessagesInput, messageIdInput, messagePage, messageSchema } from "./schema.ts";

/** A bound given as seq, message id or date-time. */
async function bound(conversation: ConversationRow, field: "before" | "after", at: number | string): Promise<Bound> {
  const text = String(at);
  if (/^\d{1,10}$/.test(text)) return { seq: Math.min(Number(text), 2_147_483_647) };
  if (isId(text)) {
    const found = await messageOf(conversation, text);
    if (found) return { seq: found.seq };
    throw invalidField(field, "No such message in this conversation.", "unknown_reference");
  }
  const date = dateIn.safeParse(text);
  if (date.success) return { at: date.data };
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
    const conversation = await readableConversation(actor, input.conversationId);
    const found = isId(input.messageId) ? await messageOf(conversation, input.messageId) : undefined;
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
    const stretch: Stretch = {
      conversation,
      includeCommands,
      before: before === undefined ? undefined : await bound(conversation, "before", before),
      after: after === undefined ? undefined : await bound(conversation, "after", after),
    };
    const [from] = input.cursor ? decodeCursor(list, input.cursor) : [];
    const found = await pageOfMessages(stretch, {
      order,
      from: typeof from === "number" ? from : undefined,
      limit: limit + 1,
      offset: input.cursor ? 0 : offsetOf(input),
    });
    const total = await countOfMessages(stretch);
    const shown = found.slice(0, limit);
    const hasMore = found.length > limit;
    const last = shown.at(-1);
    const nextCursor = hasMore && last ? encodeCursor(list, [last.seq]) : null;
    return { pagination: paginate(input, total, hasMore, nextCursor), data: shown.map(viewMessage) };
  },
});
