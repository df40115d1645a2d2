import { z } from "zod";
import { day } from "#server/base/clock.ts";
import { command, query } from "#server/core/operation.ts";
import { lockConversation } from "../access.sql.ts";
import { ConversationChange } from "../change.ts";
import { findIdle, lockSilent } from "./sweeping.sql.ts";

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
    const idle = await lockSilent(actor.companyId, before, input.limit);
    for (const id of idle) {
      const change = new ConversationChange(context, await lockConversation(actor, id, "chat_talk"));
      change.set({ status: "inactive" });
      change.updated({ status: { before: "opened", after: "inactive" } });
      await change.commit();
    }
    return { swept: idle.length };
  },
});

/** Open conversations, after one, silent for longer than their chatbot's close_conversation_after (E3). */
export const listIdle = query({
  name: "conversations.listIdle",
  access: "system",
  input: z.object({ limit: z.int().min(1).max(500).default(200), after: z.string().default("") }),
  output: z.object({ idle: z.array(z.object({ conversationId: z.string(), since: z.date() })) }),
  example: () => ({}),
  async run({ actor, now, input }) {
    return { idle: await findIdle(actor.companyId, now, input.after, input.limit) };
  },
});
