import { type Task, task } from "#server/kit/jobs/task.ts";
import { eventPayload } from "#server/kit/relay/consumer.ts";
import { pullTemplates, submitWaiting } from "./platform/syncing.ts";
import { startDelivering } from "./running.ts";

export const templateTasks: readonly Task[] = [
  task({ name: "templates.submit", callsOut: true, payload: eventPayload, run: ({ actor }) => submitWaiting(actor) }),
  task({ name: "templates.pull", callsOut: true, payload: eventPayload, run: ({ actor }) => pullTemplates(actor) }),
  task({ name: "templates.deliver", payload: eventPayload, run: async ({ actor }) => startDelivering(actor) }),
];
