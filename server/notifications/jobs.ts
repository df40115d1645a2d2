import { type Task, task } from "#server/kit/jobs/task.ts";
import { eventPayload } from "#server/kit/relay/consumer.ts";
import { pushEvent } from "./push/pushing.ts";

/** After something was made that somebody wants pushed. */
const notificationsPush = task({
  name: "notifications.push",
  payload: eventPayload,
  run: ({ actor, payload: { eventId } }) => pushEvent.execute(actor, { eventId }),
});

export const notificationTasks: readonly Task[] = [notificationsPush];
