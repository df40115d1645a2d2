import { z } from "zod";
import { minute, now, second } from "#server/base/clock.ts";
import { addJob } from "#server/kit/jobs/adding.ts";
import { type Task, task } from "#server/kit/jobs/task.ts";
import { eventPayload } from "#server/kit/relay/consumer.ts";
import { mailEvent } from "./mailing.ts";
import { pushEvent } from "./push/pushing.ts";

const pushAfter = 5 * second;

/** After something was made that somebody wants pushed. A device whose push service was away is tried again alone. */
const notificationsPush = task({
  name: "notifications.push",
  callsOut: true,
  payload: eventPayload,
  async run({ actor, payload: { companyId, eventId } }) {
    const { left } = await pushEvent.execute(actor, { eventId });
    for (const deviceId of left)
      await addJob(
        "notifications.pushAgain",
        { companyId, eventId, deviceId },
        { key: `push:${eventId}:${deviceId}`, runAt: new Date(now().getTime() + pushAfter), priority: 10 },
      );
  },
});

const notificationsPushAgain = task({
  name: "notifications.pushAgain",
  callsOut: true,
  payload: z.object({ companyId: z.uuid(), eventId: z.uuid(), deviceId: z.uuid() }),
  run: ({ actor, payload: { eventId, deviceId } }) => pushEvent.execute(actor, { eventId, deviceId }),
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

export const notificationTasks: readonly Task[] = [
  notificationsPush,
  notificationsPushAgain,
  notificationsMailLater,
  notificationsMail,
];
