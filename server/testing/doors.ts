import { env } from "#server/config/env.ts";
import { shiftClock } from "#server/core/clock.ts";
import { closeTenantPool, openTenantPool } from "#server/db/pool.ts";
import { closeSystemPool, openSystemPool } from "#server/db/system.ts";

/** Opens both doors of this worker's own database. */
export function openDoors(): void {
  const url = env.databaseUrl ?? "";
  openTenantPool(url, 12);
  openSystemPool(url, 4);
}

export async function closeDoors(): Promise<void> {
  shiftClock(0);
  await closeTenantPool();
  await closeSystemPool();
}
