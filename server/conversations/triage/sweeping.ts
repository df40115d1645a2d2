import { z } from "zod";
import { day } from "#server/base/clock.ts";
import { command, query } from "#server/core/operation.ts";
import { lockConversation } from "../access.sql.ts";
import { ConversationChange } from "../change.ts";
import { idleIds, lockSilent } from "./sweeping.sql.ts";

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

/** Ids of open conversations silent for longer than their chatbot's close_conversation_after (E3). */
export const listIdle = query({
  name: "conversations.listIdle",
  access: "system",
  input: z.object({ limit: z.int().min(1).max(500).default(200) }),
  output: z.object({ ids: z.array(z.string()) }),
  example: () => ({}),
  async run({ actor, now, input }) {
    return { ids: await idleIds(actor.companyId, now, input.limit) };
  },
});
