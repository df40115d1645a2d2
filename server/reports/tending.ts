import type { Actor } from "#server/core/actor.ts";
import { inCompany } from "#server/db/pool.ts";
import { noteMeasured, staleSince } from "./folding.sql.ts";
import { foldDays } from "./folding.ts";
import { companyZone } from "./reading.ts";
import { recompute } from "./recomputing.ts";

const most = 40;

/** What was there before there were reports, or opening hours, is measured first; then day after day. */
export async function addUp(actor: Actor): Promise<void> {
  const { companyId } = actor;
  const since = await inCompany(companyId, async () => staleSince(companyId, await companyZone(actor)));
  if (since !== null) {
    await recompute(companyId);
    await inCompany(companyId, () => noteMeasured(companyId, since));
  }
  for (;;) {
    const { days } = await foldDays.execute(actor, { most });
    if (days < most) return;
  }
}
