import { z } from "zod";
import { moveJob } from "#server/actions/bulk/rowless.ts";
import { command } from "#server/core/operation.ts";
import { prisma } from "#server/db/prisma.ts";

const progress = z.object({
  recoveryId: z.uuid(),
  webhookId: z.uuid(),
  afterSeq: z.int(),
  total: z.int(),
  done: z.int(),
  failed: z.int(),
});

const nothing = { afterSeq: 0, total: 0, done: 0, failed: 0 };

/** How far it is; `open` false: its job was cancelled. */
export const noteRecovery = command({
  name: "webhooks.noteRecovery",
  access: "system",
  input: progress,
  output: z.object({ open: z.boolean() }),
  example: (given) => ({ recoveryId: given.webhookId ?? "", webhookId: given.webhookId ?? "", ...nothing }),
  async run({ actor, input, now }) {
    const { recoveryId: id, webhookId: _webhook, afterSeq, ...counts } = input;
    await prisma.webhookRecovery.updateMany({
      where: { companyId: actor.companyId, id, finishedAt: null },
      data: { ...counts, afterSeq },
    });
    return { open: await moveJob(actor, id, { ...counts, status: "running" }, now) };
  },
});

/** It is over, and the queue has its webhook back. */
export const endRecovery = command({
  name: "webhooks.endRecovery",
  access: "system",
  input: progress.extend({ status: z.enum(["done", "cancelled"]) }),
  output: z.object({}),
  example: (given) => {
    const ids = { recoveryId: given.webhookId ?? "", webhookId: given.webhookId ?? "" };
    return { ...ids, ...nothing, status: "done" as const };
  },
  async run({ actor, input, now, emit }) {
    const { recoveryId: id, webhookId, afterSeq, status, done, failed } = input;
    const total = status === "done" ? done + failed : input.total;
    const ended = await prisma.webhookRecovery.updateMany({
      where: { companyId: actor.companyId, id, finishedAt: null },
      data: { done, failed, total, afterSeq, finishedAt: now },
    });
    if (ended.count === 0) return {};
    await moveJob(actor, id, { total, done, failed, status }, now);
    emit({ type: "webhook/changed", data: { id: webhookId } });
    return {};
  },
});
