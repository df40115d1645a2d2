import { serve } from "@hono/node-server";
import { env } from "#server/config/env.ts";
import { openTenantPool } from "#server/db/pool.ts";
import { openSystemPool } from "#server/db/system.ts";
import { connectListeners } from "#server/listeners.ts";
import { app } from "#server/rest/app.ts";

// The API as server/main.ts serves it, without pages, relay and worker: what a request costs by itself.
connectListeners();
openTenantPool(env.databaseUrl ?? "");
openSystemPool(env.databaseUrl ?? "");
process.on("SIGINT", () => process.exit(0));
process.on("SIGTERM", () => process.exit(0));
serve({ fetch: app.fetch, port: env.port, hostname: "127.0.0.1", overrideGlobalObjects: false });
