import type { Actor } from "#server/core/actor.ts";
import type { BulkJob } from "#server/db/generated/client.ts";
import { lockRow } from "#server/db/locking.sql.ts";
import { prisma } from "#server/db/prisma.ts";
import type { JobStatus } from "../choices.ts";

/** How far a job is that keeps no rows of its own: whoever works on it says so. */
type Progress = { total: number; done: number; failed: number; status: Exclude<JobStatus, "queued"> };

/** Writes it; answers false where the job has ended already, because somebody cancelled it. */
export async function moveJob({ companyId }: Actor, id: string, progress: Progress, now: Date): Promise<boolean> {
  const finishedAt = progress.status === "running" ? null : now;
  const moved = await prisma.bulkJob.updateMany({
    where: { companyId, id, finishedAt: null },
    data: { ...progress, finishedAt, movedAt: now },
  });
  await prisma.bulkJob.updateMany({ where: { companyId, id, startedAt: null }, data: { startedAt: now } });
  return moved.count > 0;
}

/** Held until the transaction ends; undefined where it is gone or has ended. */
export async function openJob({ companyId }: Actor, id: string): Promise<BulkJob | undefined> {
  const job = await lockRow("bulk_jobs", { companyId, id }, "to change");
  return job?.finishedAt ? undefined : job;
}

/** How much a job that has just been made will take. */
export async function sizeJob({ companyId }: Actor, id: string, total: number): Promise<void> {
  await prisma.bulkJob.updateMany({ where: { companyId, id }, data: { total } });
}
