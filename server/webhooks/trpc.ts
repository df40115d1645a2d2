import { mutation, query, router } from "#server/kit/trpc/init.ts";
import { createWebhook } from "./creating.ts";
import { deleteWebhook } from "./deleting.ts";
import { updateWebhook } from "./editing.ts";
import { listWebhooks, readWebhook } from "./listing.ts";
import { listLogs, readLog } from "./logs.ts";
import { recoverWebhook } from "./recovery/recovering.ts";
import { redeliver, redeliverFailed } from "./redelivering.ts";
import { rotateSecret } from "./rotating.ts";
import { pingWebhook, testWebhook } from "./testing.ts";

export const webhooksRouter = router({
  list: query(listWebhooks),
  get: query(readWebhook),
  create: mutation(createWebhook),
  update: mutation(updateWebhook),
  delete: mutation(deleteWebhook),
  rotateSecret: mutation(rotateSecret),
  ping: mutation(pingWebhook),
  test: mutation(testWebhook),
  recover: mutation(recoverWebhook),
  logs: query(listLogs),
  log: query(readLog),
  redeliver: mutation(redeliver),
  redeliverFailed: mutation(redeliverFailed),
});
