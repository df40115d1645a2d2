import { type Task, task } from "#server/kit/jobs/task.ts";
import { eventPayload } from "#server/kit/relay/consumer.ts";
import { removeUploads } from "./removing.ts";

/** After a conversation was deleted. */
const uploadsRemove = task({
  name: "uploads.remove",
  payload: eventPayload,
  async run({ actor, payload: { conversationId } }) {
    if (conversationId) await removeUploads.execute(actor, { conversationId });
  },
});

export const uploadTasks: readonly Task[] = [uploadsRemove];
