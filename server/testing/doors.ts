import { shiftClock } from "#server/base/clock.ts";
import { env } from "#server/config/env.ts";
import { closeTenantPool, openTenantPool } from "#server/db/pool.ts";
import { closeSystemPool, openSystemPool } from "#server/db/system.ts";
import { connectListeners } from "../listeners.ts";
import { expectTypedEvents, lastOrdinal } from "./typed-events.ts";

let from: Promise<number> | undefined;

/** Opens both doors of this worker's own database. */
export function openDoors(): void {
  connectListeners();
  const url = env.databaseUrl ?? "";
  openTenantPool(url, 12);
  openSystemPool(url, 4);
  from ??= lastOrdinal();
}

/** Closes both, once every event that was stored meanwhile has been found to be what its type says. */
export async function closeDoors(): Promise<void> {
  shiftClock(0);
  const since = from;
  from = undefined;
  if (since) await expectTypedEvents(await since);
  await closeTenantPool();
  await closeSystemPool();
}
