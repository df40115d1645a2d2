import { serve } from "@hono/node-server";
import { env } from "#server/config/env.ts";
import { openTenantPool } from "#server/db/pool.ts";
import { openSystemPool } from "#server/db/system.ts";
import { prepareJobs } from "#server/jobs/preparing.ts";
import { tasks } from "#server/jobs/tasks.ts";
import { startWorker } from "#server/jobs/worker.ts";
import { connectListeners } from "#server/listeners.ts";
import { consumers } from "#server/relay/consumers.ts";
import { startRelay } from "#server/relay/relay.ts";
import { app } from "#server/rest/app.ts";

// The API with relay and worker in one process, as server/main.ts runs them, without pages and sockets.
const url = env.databaseUrl ?? "";
connectListeners();
openTenantPool(url);
openSystemPool(url);
await prepareJobs(url);
await startRelay({ url, consumers, ticks: [] });
await startWorker({ url, tasks });
process.on("SIGTERM", () => process.exit(0));
serve({ fetch: app.fetch, port: env.port, hostname: "127.0.0.1", overrideGlobalObjects: false });
