import { z } from "zod";
import { minute, now } from "#server/base/clock.ts";
import { addJob } from "#server/kit/jobs/adding.ts";
import { type Task, task } from "#server/kit/jobs/task.ts";
import { eventPayload } from "#server/kit/relay/consumer.ts";
import { mailEvent } from "./mailing.ts";
import { pushEvent } from "./push/pushing.ts";

/** After something was made that somebody wants pushed. */
const notificationsPush = task({
  name: "notifications.push",
  payload: eventPayload,
  run: ({ actor, payload: { eventId } }) => pushEvent.execute(actor, { eventId }),
});

/** Whoever looks at Parley reads it within this time: then no mail is sent. */
const mailAfter = 2 * minute;

/** After something was made that somebody wants by mail. */
const notificationsMailLater = task({
  name: "notifications.mailLater",
  payload: eventPayload,
  run: ({ payload: { companyId, eventId } }) =>
    addJob(
      "notifications.mail",
      { companyId, eventId },
      { key: `notification mail:${eventId}`, runAt: new Date(now().getTime() + mailAfter), priority: 10 },
    ),
});

const notificationsMail = task({
  name: "notifications.mail",
  payload: z.object({ companyId: z.uuid(), eventId: z.uuid() }),
  run: ({ actor, payload: { eventId } }) => mailEvent.execute(actor, { eventId }),
});

export const notificationTasks: readonly Task[] = [notificationsPush, notificationsMailLater, notificationsMail];
