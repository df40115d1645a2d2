import { openTenantPool } from "#server/db/pool.ts";
import { openSystemPool, systemPool } from "#server/db/system.ts";
import { prepareJobs } from "#server/jobs/preparing.ts";
import { startWorker } from "#server/jobs/worker.ts";
import { task } from "#server/kit/jobs/task.ts";
import { eventPayload } from "#server/kit/relay/consumer.ts";
import { connectListeners } from "#server/listeners.ts";
import { startRelay } from "#server/relay/relay.ts";

/** A process of its own that relays and works, for tests that kill it. Every event is noted in the table relay_seen. */
const url = process.env.DATABASE_URL ?? "";
connectListeners();
openTenantPool(url, 4);
openSystemPool(url, 4);
await prepareJobs(url);

const note = task({
  name: "test.note",
  payload: eventPayload,
  run: ({ payload }) => systemPool().query(`insert into relay_seen ("eventId") values ($1)`, [payload.eventId]),
});

const relay = await startRelay({ url, consumers: [{ name: "test", wants: () => true, task: "test.note" }], ticks: [] });
await startWorker({ url, tasks: [note], concurrency: 4 });
setInterval(() => process.stdout.write(relay.leading ? "leads\n" : "follows\n"), 50);
