import { second } from "#server/base/clock.ts";
import { log } from "#server/base/log.ts";
import { systemActor } from "#server/core/actor.ts";
import { addJob } from "#server/kit/jobs/adding.ts";
import { workOnImport } from "./working.ts";

/** So long an import works before others get their turn. */
const sliceMs = 2 * second;

/** Has the worker go on with an import, one at a time, behind what people wait for. The leader makes up for a lost wake. */
export function wakeImport({ companyId, id }: { companyId: string; id: string }): void {
  const options = { key: `import:${id}`, queue: "imports", priority: 10 };
  addJob("imports.work", { companyId, jobId: id }, options).catch((error: unknown) =>
    log.warn({ error, jobId: id }, "an import will begin when the leader looks"),
  );
}

/** Rows until the time is up, then it stands behind the others again. */
export async function workSlice({ companyId, jobId }: { companyId: string; jobId: string }): Promise<void> {
  const actor = systemActor(companyId);
  const deadline = performance.now() + sliceMs;
  while (performance.now() < deadline) {
    if (!(await workOnImport.execute(actor, { jobId })).more) return;
  }
  wakeImport({ companyId, id: jobId });
}
