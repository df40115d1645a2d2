import { runCampaigns } from "#server/campaigns/running.ts";
import { watchCampaigns } from "#server/campaigns/watching.ts";
import { serveSimulatorAt } from "#server/channels/simulator/address.ts";
import { env } from "#server/config/env.ts";
import { systemActor } from "#server/core/actor.ts";
import { openTenantPool } from "#server/db/pool.ts";
import { openSystemPool } from "#server/db/system.ts";
import { ownNumber } from "#server/kit/presence/presence.ts";
import { startReaping } from "#server/kit/presence/reaping.ts";
import { leftovers } from "#server/leftovers.ts";
import { connectListeners } from "#server/listeners.ts";

/** A worker of its own that sends one company's campaigns, for tests that kill it: it tells its number. Arguments: company, origin. */
const [companyId = "", origin = ""] = process.argv.slice(2);
const url = env.databaseUrl ?? "";
connectListeners();
openTenantPool(url, 8);
openSystemPool(url, 2);
serveSimulatorAt(origin);
await startReaping(leftovers);
const actor = systemActor(companyId);
process.stdout.write(`${await ownNumber()}\n`);
for (;;) {
  await runCampaigns(actor);
  await watchCampaigns.execute(actor, {});
  await new Promise((resolve) => setTimeout(resolve, 200));
}
