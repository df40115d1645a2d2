import { type Task, task } from "#server/jobs/task.ts";
import { eventPayload } from "#server/relay/consumer.ts";
import { startSending } from "./runner.ts";

export const campaignTasks: readonly Task[] = [
  task({ name: "campaigns.run", payload: eventPayload, run: async ({ actor }) => startSending(actor) }),
];
