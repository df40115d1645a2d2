import { z } from "zod";
import { channelOfConversation } from "#server/conversations/access.sql.ts";
import { command } from "#server/core/operation.ts";
import { takeDue } from "./access.sql.ts";
import { eventTask } from "./viewing.ts";

/**
 * Tells task/due of what has fallen due. The mark and the event are one transaction: a kill leaves both or neither, so
 * each time is told once.
 */
export const tellDue = command({
  name: "tasks.tellDue",
  access: "system",
  input: z.object({ limit: z.int().max(500).default(200) }),
  output: z.object({ told: z.int() }),
  example: () => ({}),
  async run({ actor, input, now, emit }) {
    const due = await takeDue(actor.companyId, now, input.limit);
    for (const task of due) {
      const { conversationId, contactId } = task;
      const channelId = conversationId ? await channelOfConversation(actor, conversationId) : null;
      emit({ type: "task/due", conversationId, contactId, channelId, data: eventTask(task, channelId ?? "") });
    }
    return { told: due.length };
  },
});

export const dueTasks = `select distinct "companyId" from tasks
  where "toldAt" is null and "doneAt" is null and "dueAt" is not null and "dueAt" <= now()`;
