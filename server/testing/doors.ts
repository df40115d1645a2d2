import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { shiftClock } from "#server/base/clock.ts";
import { env } from "#server/config/env.ts";
import { closeTenantPool, openTenantPool, tenantPool } from "#server/db/pool.ts";
import { closeSystemPool, openSystemPool, systemPool } from "#server/db/system.ts";
import { connectListeners } from "../listeners.ts";
import { expectTypedEvents, lastOrdinal } from "./typed-events.ts";

let from: Promise<number> | undefined;

/**
 * Those of the files before this one: their connections know the tables and have planned most statements, which costs
 * the database as much as a small file's tests do.
 */
let kept: { tenant: pg.Pool; system: pg.Pool } | undefined;

/** Whether files of tests follow in this process (worker-setup.ts); what it starts inherits the variable, not its number. */
const isShared = () => process.env.SHARED_BY_TESTS === String(process.pid);

/** The doors as this process left them open; a file that opened or closed one itself leaves none. */
function areKept(): boolean {
  try {
    return kept !== undefined && tenantPool() === kept.tenant && systemPool() === kept.system;
  } catch {
    return false;
  }
}

/** Opens both doors of this worker's own database. */
export function openDoors(): void {
  connectListeners();
  if (!areKept()) {
    const url = env.databaseUrl ?? "";
    openTenantPool(url, 12);
    openSystemPool(url, 4);
    kept = { tenant: tenantPool(), system: systemPool() };
  }
  from ??= lastOrdinal();
}

/** Every connection has been given back: nothing that a file began goes on after it. */
async function atRest(pool: pg.Pool): Promise<void> {
  while (pool.waitingCount > 0 || pool.idleCount < pool.totalCount) await sleep(5);
}

/**
 * Waits until nothing is on its way, once every event that was stored meanwhile has been found to be what its type
 * says. The next file of this process finds the doors open.
 */
export async function closeDoors(): Promise<void> {
  shiftClock(0);
  const since = from;
  from = undefined;
  if (since) await expectTypedEvents(await since);
  if (kept && areKept() && isShared()) {
    await Promise.all([atRest(kept.tenant), atRest(kept.system)]);
    return;
  }
  kept = undefined;
  await closeTenantPool();
  await closeSystemPool();
}
