import { openTenantPool } from "#server/db/pool.ts";
import { openSystemPool } from "#server/db/system.ts";
import { prepareJobs } from "#server/jobs/preparing.ts";
import { tasks } from "#server/jobs/tasks.ts";
import { ticks } from "#server/jobs/ticks.ts";
import { startWorker } from "#server/jobs/worker.ts";
import { openJobPool } from "#server/kit/jobs/adding.ts";
import { startReaping } from "#server/kit/presence/reaping.ts";
import { leftovers } from "#server/leftovers.ts";
import { connectListeners } from "#server/listeners.ts";
import { consumers } from "#server/relay/consumers.ts";
import { startRelay } from "#server/relay/relay.ts";

/** A process of its own in which chatbots answer as in the product, for tests that kill it. */
const url = process.env.DATABASE_URL ?? "";
connectListeners();
openTenantPool(url, 8);
openSystemPool(url, 4);
openJobPool(url);
await prepareJobs(url);
await startReaping(leftovers);
const relay = await startRelay({ url, consumers, ticks });
await startWorker({ url, tasks });
setInterval(() => process.stdout.write(relay.leading ? "leads\n" : "follows\n"), 50);
