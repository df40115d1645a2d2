import type { z } from "zod";
import type { BulkJob } from "#server/db/generated/client.ts";
import { prisma } from "#server/db/prisma.ts";
import { rowlessKinds } from "../choices.ts";
import { countRows, pageOfRows, type ShownRow } from "./rows.sql.ts";
import type { BulkAnswer, BulkRowView, jobSchema } from "./schema.ts";

export function viewRow({ conversationId, outcome, status, actions }: ShownRow): BulkRowView {
  const failed = actions.find((one) => one.outcome === "failed");
  const error = failed?.why ? { error: failed.why.code, message: failed.why.message } : null;
  return { id: conversationId, outcome, status, success: status !== null && !failed, error, actions };
}

/** Of a job that keeps no rows. */
function ownCounts({ total, done, failed, status }: BulkJob) {
  const left = Math.max(0, total - done - failed);
  const [waiting, cancelled] = status === "cancelled" ? [0, left] : [left, 0];
  return { done, failed, skipped: 0, waiting, cancelled, changed: 0 };
}

export async function viewJob(job: BulkJob): Promise<z.input<typeof jobSchema>> {
  const { changed, ...counts } = rowlessKinds.includes(job.kind) ? ownCounts(job) : await countRows(job);
  const { companyId, id, kind, status, total, createdAt, startedAt, finishedAt } = job;
  const undone = await prisma.bulkJob.findFirst({ where: { companyId, undoOf: id }, select: { id: true } });
  return {
    id,
    kind,
    status,
    total,
    ...counts,
    createdAt,
    startedAt,
    finishedAt,
    actions: job.actions.map(({ name }) => name),
    undoable: kind === "actions" && finishedAt !== null && changed > 0 && !undone,
    undoOf: job.undoOf ?? "",
  };
}

/** A job that was done at once, with all of its rows. */
export async function viewDone(job: BulkJob): Promise<BulkAnswer> {
  const { done, skipped, failed } = await countRows(job);
  const rows = await pageOfRows(job, null, 0, job.total);
  return { jobId: job.id, total: job.total, done, skipped, failed, results: rows.map(viewRow) };
}
