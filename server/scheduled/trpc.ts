import { mutation, query, router } from "#server/kit/trpc/init.ts";
import { replyHeld, templateHeld } from "./holding.ts";
import { createScheduled, listScheduled, removeScheduled, updateScheduled } from "./scheduling.ts";
import { sendScheduled } from "./sending.ts";

export const scheduledRouter = router({
  list: query(listScheduled),
  create: mutation(createScheduled),
  update: mutation(updateScheduled),
  remove: mutation(removeScheduled),
  send: mutation(sendScheduled),
  reply: mutation(replyHeld),
  template: mutation(templateHeld),
});
