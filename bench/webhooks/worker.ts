import { openTenantPool } from "#server/db/pool.ts";
import { openSystemPool } from "#server/db/system.ts";
import { prepareJobs } from "#server/jobs/preparing.ts";
import { startReaping } from "#server/kit/presence/reaping.ts";
import { startRelay } from "#server/relay/relay.ts";
import { followRelay } from "#server/relay/tail.ts";
import { startDeliveries } from "#server/webhooks/delivery/delivering.ts";
import { leasedDeliveries } from "#server/webhooks/delivery/queue.ts";

/** A worker as it runs in production: relay, queue and deliveries. */
const url = process.env.DATABASE_URL ?? "";
openTenantPool(url, 2);
openSystemPool(url, 6);
await prepareJobs(url);
await startReaping([leasedDeliveries]);
const relay = await startRelay({ url, consumers: [], ticks: [] });
const deliveries = await startDeliveries({ url, follow: followRelay });
process.once("SIGTERM", async () => {
  await deliveries.stop();
  await relay.stop();
  process.exit(0);
});
// It ends with who measures, however that ends.
process.once("disconnect", () => process.exit());
process.send?.({ ready: true });
