import type { Actor } from "#server/core/actor.ts";
import { inCompany } from "#server/db/pool.ts";
import { isNew } from "./folding.sql.ts";
import { foldDays } from "./folding.ts";
import { recompute } from "./recomputing.ts";

const most = 40;

/** What was there before there were reports is measured first; then day after day. */
export async function addUp(actor: Actor): Promise<void> {
  if (await inCompany(actor.companyId, () => isNew(actor.companyId))) await recompute(actor.companyId);
  for (;;) {
    const { days } = await foldDays.execute(actor, { most });
    if (days < most) return;
  }
}
