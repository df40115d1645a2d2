import { moveJob } from "#server/actions/bulk/rowless.ts";
import { createJob } from "#server/actions/bulk/starting.ts";
import { minute } from "#server/base/clock.ts";
import { AppError, invalidField } from "#server/base/errors.ts";
import type { Actor } from "#server/core/actor.ts";
import { newestSeq, seqBefore } from "#server/core/events/feed.sql.ts";
import { command } from "#server/core/operation.ts";
import { prisma } from "#server/db/prisma.ts";
import { readableWebhook, type WebhookRow } from "../access.ts";
import { recoverInput, recoverySchema } from "../schema.ts";
import { keptSince } from "./keeping.ts";

/** Ends what is still open of the webhook's recoveries: it has been paused, or whoever ended one has not said so yet. */
export async function closeRecovery(
  actor: Actor,
  webhookId: string,
  status: "done" | "cancelled",
  now: Date,
): Promise<void> {
  const open = await prisma.webhookRecovery.findFirst({
    where: { companyId: actor.companyId, webhookId, finishedAt: null },
  });
  if (!open) return;
  const { companyId, id, done, failed, total } = open;
  await prisma.webhookRecovery.updateMany({ where: { companyId, id }, data: { finishedAt: now } });
  await moveJob(actor, id, { total: total ?? done + failed, done, failed, status }, now);
}

type Begin = { afterSeq: number; held: boolean };

/** From now on the webhook's events are sent in their order, beginning with what it missed; the queue takes none. */
export async function beginRecovery(
  actor: Actor,
  { id: webhookId, createdAt }: Pick<WebhookRow, "id" | "createdAt">,
  { afterSeq, held }: Begin,
  now: Date,
): Promise<string> {
  const { companyId } = actor;
  await closeRecovery(actor, webhookId, "done", now);
  const job = await createJob(actor, { kind: "recovery", actions: [], undoOf: null }, now);
  const from = Math.max(afterSeq, await seqBefore(companyId, createdAt));
  const keptAfter = Math.max(from, await newestSeq(companyId));
  const begun = { afterSeq: from, keptAfter, held, heldUntil: now, createdAt: now };
  await prisma.webhookRecovery.create({ data: { companyId, id: job.id, webhookId, ...begun } });
  await prisma.webhook.update({
    where: { companyId_id: { companyId, id: webhookId } },
    data: { recoveryId: job.id },
    select: { id: true },
  });
  return job.id;
}

/** POST /v1/webhooks/{webhookId}/recover: everything it missed since then, as a job. */
export const recoverWebhook = command({
  name: "webhooks.recover",
  access: "webhooks_write",
  input: recoverInput,
  output: recoverySchema,
  example: (given) => ({ webhookId: given.webhookId ?? "", since: new Date(0).toISOString() }),
  async run({ actor, input, now, emit }) {
    const webhook = await readableWebhook(actor, input.webhookId, true);
    // A minute for clocks that differ.
    if (input.since.getTime() > now.getTime() + minute)
      throw invalidField("since", "The time must lie in the past.", "not_in_past");
    if (!webhook.isActive) throw new AppError("conflict", { message: "The webhook is paused: activate it first." });
    if (webhook.recoveryId)
      throw new AppError("conflict", { message: "A recovery is under way.", extra: { jobId: webhook.recoveryId } });
    const since = new Date(Math.max(input.since.getTime(), (await keptSince(actor, now)).getTime()));
    const afterSeq = await seqBefore(actor.companyId, since);
    const jobId = await beginRecovery(actor, webhook, { afterSeq, held: false }, now);
    emit({ type: "webhook/changed", data: { id: webhook.id } });
    return { jobId, webhookId: webhook.id, since };
  },
});
