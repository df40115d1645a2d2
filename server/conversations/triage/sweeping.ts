import { z } from "zod";
import { day } from "#server/base/clock.ts";
import { command, query } from "#server/core/operation.ts";
import { rows, sql } from "#server/db/sql.ts";
import { lockConversation } from "../access.ts";
import { ConversationChange } from "../change.ts";

/** Open conversations without a message for 24 hours become inactive (E3), a batch at a time. */
export const sweepInactive = command({
  name: "conversations.sweepInactive",
  access: "system",
  input: z.object({ limit: z.int().min(1).max(500).default(200) }),
  output: z.object({ swept: z.int() }),
  example: () => ({}),
  async run(context) {
    const { actor, now, input } = context;
    const before = new Date(now.getTime() - day);
    const idle = await rows<{ id: string }>(sql`
      select c."id" from conversations c
      join conversation_activity a on a."companyId" = c."companyId" and a."conversationId" = c."id"
      where a."companyId" = ${actor.companyId} and a."status" = 'opened'
        and coalesce(a."lastMessageAt", a."createdAt") < ${before}
      limit ${input.limit} for update of c skip locked`);
    for (const { id } of idle) {
      const change = new ConversationChange(context, await lockConversation(actor, id, "chat_talk"));
      change.set({ status: "inactive" });
      change.updated({ status: { before: "opened", after: "inactive" } });
      await change.commit();
    }
    return { swept: idle.length };
  },
});

/** Ids of open conversations silent for longer than their chatbot's close_conversation_after (E3). */
export const listIdle = query({
  name: "conversations.listIdle",
  access: "system",
  input: z.object({ limit: z.int().min(1).max(500).default(200) }),
  output: z.object({ ids: z.array(z.string()) }),
  example: () => ({}),
  async run({ actor, now, input }) {
    const idle = await rows<{ id: string }>(sql`
      select a."conversationId" as "id" from conversation_activity a
      join channels h on h."companyId" = a."companyId" and h."id" = a."channelId"
      join chatbots b on b."companyId" = h."companyId" and b."id" = h."chatbotId"
      where a."companyId" = ${actor.companyId} and a."status" <> 'closed' and a."snoozedUntil" is null
        and jsonb_typeof(b."settings"->'close_conversation_after') = 'number'
        and (b."settings"->>'close_conversation_after')::numeric > 0
        and coalesce(a."lastMessageAt", a."createdAt")
          < ${now}::timestamptz - make_interval(mins => least((b."settings"->>'close_conversation_after')::numeric, 5256000)::int)
      limit ${input.limit}`);
    return { ids: idle.map(({ id }) => id) };
  },
});
