import { z } from "zod";
import { type Task, task } from "#server/kit/jobs/task.ts";
import { sendDueMail } from "./sending.ts";

/** Where mail is due. */
const mailSend = task({
  name: "mail.send",
  payload: z.object({ companyId: z.uuid() }),
  run: ({ actor }) => sendDueMail.execute(actor, {}),
});

export const mailTasks: readonly Task[] = [mailSend];
