import { afterAll, beforeAll } from "vitest";
import { env } from "#server/config/env.ts";
import { closeTenantPool, openTenantPool } from "#server/db/pool.ts";
import { closeSystemPool, openSystemPool } from "#server/db/system.ts";

/** Opens both doors for the tests of one file. */
export function openPools(): void {
  beforeAll(() => {
    const url = env.databaseUrl ?? "";
    openTenantPool(url, 8);
    openSystemPool(url, 4);
  });
  afterAll(async () => {
    await closeTenantPool();
    await closeSystemPool();
  });
}
