import { z } from "zod";
import { type Task, task } from "#server/kit/jobs/task.ts";
import { workOnHistory } from "./histories/running.ts";
import { workSlice } from "./waking.ts";

const payload = z.object({ companyId: z.uuid(), jobId: z.uuid() });

export const importTasks: readonly Task[] = [
  task({ name: "imports.workOnHistory", payload, run: ({ payload: given }) => workOnHistory(given) }),
  task({ name: "imports.work", payload, run: ({ payload: given }) => workSlice(given) }),
];
