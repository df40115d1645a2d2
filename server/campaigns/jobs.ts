import { type Task, task } from "#server/kit/jobs/task.ts";
import { eventPayload } from "#server/kit/relay/consumer.ts";
import { startSending } from "./runner.ts";

export const campaignTasks: readonly Task[] = [
  task({ name: "campaigns.run", payload: eventPayload, run: async ({ actor }) => startSending(actor) }),
];
