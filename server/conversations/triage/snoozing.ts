import { z } from "zod";
import { AppError, invalidField } from "#server/base/errors.ts";
import { command, query } from "#server/core/operation.ts";
import { prisma } from "#server/db/prisma.ts";
import { lockAnyConversation, lockConversation } from "../access.sql.ts";
import { ConversationChange } from "../change.ts";
import { afterHeld } from "../held.ts";
import { conversationIdInput, conversationSchema } from "../schema.ts";
import { viewConversation } from "../viewing.ts";
import { snoozeInput } from "./schema.ts";
import { beginSnooze, endSnooze } from "./snooze.ts";

/** POST /v1/conversations/{conversationId}/snooze: open conversations only; another time replaces the one before. */
export const snooze = command({
  name: "conversations.snooze",
  access: "chat_talk",
  input: snoozeInput,
  output: conversationSchema,
  example: (given) => ({ conversationId: given.conversationId ?? "", until: "2999-01-04T09:00:00.000Z" }),
  async run(context) {
    const { actor, input } = context;
    const held = await lockConversation(actor, input.conversationId, "chat_talk");
    const change = new ConversationChange(context, await afterHeld(context, held));
    if (change.row.status === "closed") throw new AppError("conversation_closed");
    if (input.until <= change.now) throw invalidField("until", "The time must lie in the future.", "not_in_future");
    beginSnooze(change, input.until, actor.userId ?? actor.id);
    return viewConversation((await change.commit()).row);
  },
});

/** DELETE /v1/conversations/{conversationId}/snooze */
export const unsnooze = command({
  name: "conversations.unsnooze",
  access: "chat_talk",
  input: conversationIdInput,
  output: conversationSchema,
  example: (given) => ({ conversationId: given.conversationId ?? "" }),
  async run(context) {
    const { actor, input } = context;
    const change = new ConversationChange(context, await lockConversation(actor, input.conversationId, "chat_talk"));
    endSnooze(change, "person");
    return viewConversation((await change.commit()).row);
  },
});

/** Conversations whose time has come, the longest over first; found by a partial index. */
export const listDueSnoozes = query({
  name: "conversations.listDueSnoozes",
  access: "system",
  input: z.object({ limit: z.int().min(1).max(500).default(200) }),
  output: z.object({ ids: z.array(z.string()) }),
  example: () => ({}),
  async run({ actor: { companyId }, now, input }) {
    const due = await prisma.conversationActivity.findMany({
      where: { companyId, snoozedUntil: { lte: now } },
      select: { conversationId: true },
      orderBy: { snoozedUntil: "asc" },
      take: input.limit,
    });
    return { ids: due.map(({ conversationId }) => conversationId) };
  },
});

/** Brings one back whose time has come; looked at again under its lock, so that none comes back twice. */
export const endDueSnooze = command({
  name: "conversations.endDueSnooze",
  access: "system",
  input: conversationIdInput,
  output: z.object({ ended: z.boolean() }),
  example: (given) => ({ conversationId: given.conversationId ?? "" }),
  async run(context) {
    const row = await lockAnyConversation(context.actor, context.input.conversationId);
    if (!row?.snoozedUntil || row.snoozedUntil > context.now) return { ended: false };
    const change = new ConversationChange(context, row);
    endSnooze(change, "time");
    await change.commit();
    return { ended: true };
  },
});
