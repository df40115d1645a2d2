import { z } from "zod";
import { lockConversation } from "#server/conversations/access.ts";
import { command } from "#server/core/operation.ts";
import { execute, rows, sql } from "#server/db/sql.ts";

const order = ["queued", "sent", "delivered", "read"] as const;

/**
 * Marks the team's messages up to `seq` as delivered to or read by the visitor. Never goes back. For the widget (its
 * own conversation) and for channels (system).
 */
export const acknowledge = command({
  name: "messages.acknowledge",
  access: "visitor",
  input: z.object({ conversationId: z.string(), seq: z.int().min(0), status: z.enum(["delivered", "read"]) }),
  output: z.object({ changed: z.int() }),
  example: (given) => ({ conversationId: given.conversationId ?? "", seq: 1, status: "read" as const }),
  async run({ actor, input, emit }) {
    const conversation = await lockConversation(actor, input.conversationId, "chat_talk");
    const seq = Math.min(input.seq, conversation.lastSeq);
    const lower = order.slice(0, order.indexOf(input.status));
    const changed = await rows<{ id: string }>(sql`
      update messages set "status" = ${input.status} where "companyId" = ${actor.companyId}
        and "conversationId" = ${conversation.id} and "seq" <= ${seq} and "fromType" in ('user', 'robot')
        and "status" = any(${lower}::text[]) returning "id"`);
    if (input.status === "read" && seq > conversation.visitorReadSeq) {
      await execute(sql`update conversations set "visitorReadSeq" = ${seq}
        where "companyId" = ${actor.companyId} and "id" = ${conversation.id}`);
    }
    if (changed.length > 0) {
      const data = { status: input.status, seq };
      emit({ type: "message/changed", conversationId: conversation.id, channelId: conversation.channelId, data });
    }
    return { changed: changed.length };
  },
});
