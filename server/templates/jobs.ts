import { type Task, task } from "#server/kit/jobs/task.ts";
import { eventPayload } from "#server/kit/relay/consumer.ts";
import { deliverWaiting } from "./delivering.ts";
import { pullTemplates, submitWaiting } from "./platform/syncing.ts";

export const templateTasks: readonly Task[] = [
  task({ name: "templates.submit", payload: eventPayload, run: ({ actor }) => submitWaiting(actor) }),
  task({ name: "templates.pull", payload: eventPayload, run: ({ actor }) => pullTemplates(actor) }),
  task({ name: "templates.deliver", payload: eventPayload, run: ({ actor }) => deliverWaiting(actor) }),
];
