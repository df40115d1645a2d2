import { openTenantPool } from "#server/db/pool.ts";
import { openSystemPool } from "#server/db/system.ts";
import { prepareJobs } from "#server/jobs/preparing.ts";
import { startRelay } from "#server/relay/relay.ts";
import { followRelay } from "#server/relay/tail.ts";
import { startDeliveries } from "#server/webhooks/delivery/delivering.ts";

/** A worker as it runs in production: relay, queue and deliveries. */
const url = process.env.DATABASE_URL ?? "";
openTenantPool(url, 2);
openSystemPool(url, 6);
await prepareJobs(url);
const relay = await startRelay({ url, consumers: [], ticks: [] });
const deliveries = await startDeliveries({ url, follow: followRelay });
process.once("SIGTERM", async () => {
  await deliveries.stop();
  await relay.stop();
  process.exit(0);
});
process.send?.({ ready: true });
