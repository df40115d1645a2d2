import { openTenantPool } from "#server/db/pool.ts";
import { openSystemPool } from "#server/db/system.ts";
import { prepareJobs } from "#server/jobs/preparing.ts";
import { startReaping } from "#server/kit/presence/reaping.ts";
import { connectListeners } from "#server/listeners.ts";
import { startRelay } from "#server/relay/relay.ts";
import { followRelay } from "#server/relay/tail.ts";
import { startDeliveries } from "#server/webhooks/delivery/delivering.ts";
import { leasedDeliveries } from "#server/webhooks/delivery/queue.ts";

/** A process of its own that relays and delivers webhooks, for tests that kill it. */
const url = process.env.DATABASE_URL ?? "";
connectListeners();
openTenantPool(url, 4);
openSystemPool(url, 6);
await prepareJobs(url);
await startReaping([leasedDeliveries]);
await startRelay({ url, consumers: [], ticks: [] });
await startDeliveries({ url, follow: followRelay });
process.stdout.write("ready\n");
