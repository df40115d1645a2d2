import { minute } from "#server/base/clock.ts";
import { addJob, afterDeletion } from "#server/kit/jobs/adding.ts";
import { type Task, task } from "#server/kit/jobs/task.ts";
import { eventPayload } from "#server/kit/relay/consumer.ts";
import { removeUploads } from "./removing.ts";

/** After a conversation was deleted. */
const uploadsRemove = task({
  name: "uploads.remove",
  payload: eventPayload,
  async run({ actor, payload: { companyId, conversationId } }) {
    if (!conversationId) return;
    const { later } = await removeUploads.execute(actor, { conversationId });
    if (!later) return;
    // A backup is being taken, which may last longer than a job is tried.
    const again = {
      key: `uploads.remove:${conversationId}`,
      runAt: new Date(Date.now() + minute),
      priority: afterDeletion,
    };
    await addJob("uploads.remove", { companyId, conversationId }, again);
  },
});

export const uploadTasks: readonly Task[] = [uploadsRemove];
