import { z } from "zod";
import { type Task, task } from "#server/kit/jobs/task.ts";
import { eventPayload } from "#server/kit/relay/consumer.ts";
import { planRuns } from "./runs/planning.ts";
import { startActing } from "./runs/working.ts";

export const integrationTasks: readonly Task[] = [
  task({
    name: "integrations.plan",
    payload: eventPayload,
    async run({ actor, payload: { eventId } }) {
      if ((await planRuns.execute(actor, { eventId })).planned > 0) startActing(actor);
    },
  }),
  task({
    name: "integrations.act",
    payload: z.object({ companyId: z.uuid() }),
    run: async ({ actor }) => startActing(actor),
  }),
];
