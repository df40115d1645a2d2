import { z } from "zod";
import { lockConversation } from "#server/conversations/access.sql.ts";
import { noteRead } from "#server/conversations/row.sql.ts";
import { command } from "#server/core/operation.ts";
import { raiseStatus } from "./row.sql.ts";

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
  async run({ actor, input, now, emit }) {
    const conversation = await lockConversation(actor, input.conversationId, "chat_talk");
    const seq = Math.min(input.seq, conversation.lastSeq);
    const lower = order.slice(0, order.indexOf(input.status));
    const changed = await raiseStatus(conversation, seq, input.status, lower);
    if (input.status === "read" && seq > conversation.visitorReadSeq) await noteRead(conversation, seq);
    const newest = changed.toSorted((a, b) => b.seq - a.seq)[0];
    if (newest) {
      const { id: conversationId, channelId, contactId } = conversation;
      const about = { companyId: actor.companyId, websiteId: channelId, conversationId, contactId: contactId ?? "" };
      const data = { id: newest.id, ...about, seq, status: input.status, failureCode: "", failureReason: "" };
      emit({ type: "message/status", conversationId, channelId, data: { ...data, changedAt: now.toISOString() } });
    }
    return { changed: changed.length };
  },
});
