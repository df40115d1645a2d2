import { z } from "zod";
import type { Actor } from "#server/core/actor.ts";
import { command } from "#server/core/operation.ts";
import { inCompany } from "#server/db/pool.ts";
import { noteMeasured, staleSince } from "./days/folding.sql.ts";
import { foldDays } from "./days/folding.ts";
import { companyZone } from "./reading.ts";
import { cutShiftsOf } from "./recomputing.sql.ts";
import { recompute } from "./recomputing.ts";

const most = 40;

/**
 * What was there before there were reports, or opening hours, is measured first; then day after day. Where a process
 * that is stopping ends, the next one goes on.
 */
export async function addUp(actor: Actor, stopping?: AbortSignal): Promise<void> {
  const { companyId } = actor;
  const since = await inCompany(companyId, async () => staleSince(companyId, await companyZone(actor)));
  if (since !== null) {
    await recompute(companyId, stopping);
    if (stopping?.aborted) return;
    await inCompany(companyId, () => noteMeasured(companyId, since));
  }
  while (!stopping?.aborted) {
    const { days } = await foldDays.execute(actor, { most });
    if (days < most) return;
  }
}

/** Companies in which somebody has been available since an earlier hour. */
export const uncut = `select distinct "companyId" from report_shifts
  where "endedAt" is null and "startedAt" < date_trunc('hour', now(), 'UTC')`;

/** Available time is measured hour by hour, also of those who stay. */
export const cutShifts = command({
  name: "reports.cutShifts",
  access: "system",
  input: z.object({}),
  output: z.object({ cut: z.int() }),
  example: () => ({}),
  run: async ({ actor }) => ({ cut: await cutShiftsOf(actor.companyId) }),
});
