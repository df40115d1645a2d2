import { second } from "#server/base/clock.ts";
import { log } from "#server/base/log.ts";
import { systemActor } from "#server/core/actor.ts";
import type { BulkJob } from "#server/db/generated/client.ts";
import { addJob } from "#server/kit/jobs/adding.ts";
import { beginSlice, workOnJob } from "./working.ts";

/** So long a job works before others get their turn. */
const sliceMs = 2 * second;
/** So many conversations are held for one transaction: half of it is what a transaction takes by itself. */
const rowsAtOnce = 8;
/** All jobs together hold at most two places of the worker; a company's own never run beside one another. */
const lanes = 2;

const laneOf = (companyId: string) => Number.parseInt(companyId.slice(-4), 16) % lanes;

/** Has the worker go on with a job, behind what people wait for. A wake that is lost is made up for by the leader. */
export function wake({ companyId, id }: Pick<BulkJob, "companyId" | "id">): void {
  const options = { key: `bulk:${id}`, queue: `bulk:${laneOf(companyId)}`, priority: 10 };
  addJob("actions.work", { companyId, jobId: id }, options).catch((error: unknown) =>
    log.warn({ error, jobId: id }, "a job will begin when the leader looks"),
  );
}

/** A slice of a job: a few rows at a time until it is up, then it stands behind the others again. */
export async function workSlice({ companyId, jobId }: { companyId: string; jobId: string }): Promise<void> {
  const actor = systemActor(companyId);
  if (!(await beginSlice.execute(actor, { jobId })).open) return;
  const deadline = performance.now() + sliceMs;
  while (performance.now() < deadline) {
    if (!(await workOnJob.execute(actor, { jobId, atMost: rowsAtOnce })).more) return;
  }
  wake({ companyId, id: jobId });
}
