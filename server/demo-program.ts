import { log } from "#server/base/log.ts";
import { closeTenantPool, openTenantPool } from "#server/db/pool.ts";
import { closeSystemPool, openSystemPool } from "#server/db/system.ts";
import { makeDemo } from "#server/demo/seeding.ts";
import { closeJobPool, openJobPool } from "#server/kit/jobs/adding.ts";
import { connectListeners } from "./listeners.ts";

/** Makes the demo company in the database that the server names, says how to sign in, and ends (server/demo/making). */

// Whoever is told to stop is the server, which waits for this.
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const)
  process.on(signal, () => log.debug({ signal }, "the demo is made to its end"));
// Without the server nobody is left to answer to; its next start begins anew.
process.once("disconnect", () => process.exit(1));

async function make({ url }: { url: string }): Promise<void> {
  openTenantPool(url);
  openSystemPool(url);
  openJobPool(url);
  connectListeners();
  const { signIn } = await makeDemo();
  await Promise.all([closeTenantPool(), closeSystemPool(), closeJobPool()]);
  process.send?.(signIn, () => process.exit(0));
}

process.once("message", (order) => {
  make(order as { url: string }).catch((error: unknown) => {
    log.fatal({ error }, "the demo could not be made");
    process.exit(1);
  });
});
