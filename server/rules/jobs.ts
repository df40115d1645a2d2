import { z } from "zod";
import { type Task, task } from "#server/kit/jobs/task.ts";
import { workOnRules } from "./working.ts";

const payload = z.object({ companyId: z.uuid() });

export const ruleTasks: readonly Task[] = [
  task({ name: "rules.work", payload, run: ({ payload: { companyId } }) => workOnRules(companyId) }),
];
